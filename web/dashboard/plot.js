// A small line chart: values beside, times below, one line; with limits, marked periods and marked points. A library
// was weighed: none is in the packages of the systems that mock-api is built on, and this is all that is needed of one.

/** The length of time that a plot shows, in milliseconds. */
export const WINDOW = 30 * 60_000;

const PADDING = { top: 16, right: 8, bottom: 20, left: 44 };
const FONT = '11px sans-serif';
const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];
const TIME_STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((each) => each * SECOND), ...[1, 2, 5, 10, 15, 30].map((each) => each * MINUTE),
  ...[1, 2, 3, 6, 12].map((each) => each * HOUR), ...[1, 2, 7, 14, 28].map((each) => each * DAY),
];

/** At most `count` round numbers from one value to another. */
export function ticks(low, high, count = 5) {
  if (!(high > low)) return [low];
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough);
  return multiples(low, high + step / 1e6, step).map((value) => Number(value.toPrecision(12)));
}

/** At most about `count` round moments from one to another, in milliseconds, with how they are written. */
export function timeTicks(first, last, count = 4) {
  const rough = (last - first) / count;
  const step = TIME_STEPS.find((each) => each >= rough) ?? Math.ceil(rough / DAY) * DAY;
  return multiples(first, last, step).map((time) => [time, momentText(time, step)]);
}

function multiples(low, high, step) {
  const first = Math.ceil(low / step);
  const count = Math.max(0, Math.floor(high / step) - first + 1);
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}

function momentText(time, step) {
  const text = new Date(time).toISOString();
  if (step >= DAY) return text.slice(5, 10);
  return text.slice(11, step >= MINUTE ? 16 : 19);
}

/** The least and the greatest value, those of `others` included, with room around them. */
export function range(points, others = []) {
  const values = [...points.map(([, value]) => value).filter((value) => value !== null), ...others];
  if (!values.length) return [0, 1];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = (high - low) * 0.1 || Math.abs(high) * 0.05 || 1;
  return [low - room, high + room];
}

/** The place of the point nearest to a time, in points that are ordered by their times; -1 for none. */
export function nearest(points, time) {
  let [low, high] = [0, points.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle][0] < time) low = middle + 1;
    else high = middle;
  }
  return low > 0 && time - points[low - 1][0] <= points[low][0] - time ? low - 1 : high;
}

/**
 * Draws a chart on a canvas: `{points, bounds, lines, periods, marks, cursor, text}`.
 *
 * Points are `[milliseconds, value or null]`, in order; bounds are values that are always in sight; lines `{value,
 * label, colour, align}` are limits; periods `{from, to, label}` are shaded; marks are points of their own; at the
 * point numbered `cursor` stands the text. Colours are names of custom properties.
 */
export function draw(canvas, { points, bounds = [], lines = [], periods = [], marks = [], cursor, text }) {
  const pen = begin(canvas);
  if (!pen || !points.length) return;
  const { width, height } = pen;
  const [low, high] = range(points, [...bounds, ...lines.map(({ value }) => value)]);
  const [first, last] = span(points);
  const right = width - PADDING.right;
  const bottom = height - PADDING.bottom;
  const place = {
    first,
    last,
    right,
    bottom,
    x: (time) => PADDING.left + ((time - first) / (last - first)) * (right - PADDING.left),
    y: (value) => bottom - ((value - low) / (high - low)) * (bottom - PADDING.top),
  };
  drawPeriods(pen, place, periods);
  drawAxes(pen, place, ticks(low, high, Math.max(2, Math.floor(height / 40))));
  drawLimits(pen, place, lines);
  drawPoints(pen, place, points);
  drawMarks(pen, place, marks);
  if (points[cursor] && points[cursor][1] !== null) drawCursor(pen, place, points[cursor]);
  if (points[cursor]) drawText(pen, place, points[cursor][0], text);
}

/** The time at a place on the canvas, in pixels from its left. */
export function timeAt(canvas, points, offset) {
  const [first, last] = span(points);
  const width = canvas.clientWidth - PADDING.left - PADDING.right;
  return first + ((offset - PADDING.left) / width) * (last - first);
}

/** What a plot shows: always as long, up to the newest point. */
function span(points) {
  const last = points.at(-1)[0];
  return [last - WINDOW, last];
}

/** What is drawn with; nothing while the canvas has no size. */
function begin(canvas) {
  const [width, height, scale] = [canvas.clientWidth, canvas.clientHeight, devicePixelRatio || 1];
  if (!width || !height) return undefined;
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== wide) canvas.width = wide;
  if (canvas.height !== high) canvas.height = high;
  const context = canvas.getContext('2d');
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = FONT;
  const style = getComputedStyle(canvas);
  return { context, width, height, colour: (name) => style.getPropertyValue(`--${name}`).trim() };
}

function drawPeriods({ context, colour }, { x, first, last, bottom }, periods) {
  context.textBaseline = 'alphabetic';
  for (const { from, to, label } of periods) {
    if (to < first || from > last) continue;
    const [left, right] = [x(Math.max(from, first)), x(Math.min(to, last))];
    context.save();
    context.fillStyle = colour('violet');
    context.globalAlpha = 0.16;
    context.fillRect(left, PADDING.top, Math.max(1, right - left), bottom - PADDING.top);
    context.restore();
    // A name that has no room in its period ends with it. It stands above the plot.
    const isWide = context.measureText(label).width < right - left;
    context.fillStyle = colour('violet');
    context.textAlign = isWide ? 'left' : 'right';
    context.fillText(label, isWide ? left + 3 : right, PADDING.top - 4);
  }
}

function drawAxes({ context, colour, width, height }, { x, y, first, last, right }, values) {
  context.fillStyle = colour('muted');
  context.strokeStyle = colour('line');
  context.lineWidth = 1;
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  for (const value of values) {
    stroke(context, [[PADDING.left, y(value)], [right, y(value)]]);
    context.fillText(String(value), PADDING.left - 6, y(value));
  }
  context.textBaseline = 'alphabetic';
  context.textAlign = 'center';
  for (const [time, text] of timeTicks(first, last, Math.max(1, Math.floor(width / 90)))) {
    const half = context.measureText(text).width / 2;
    stroke(context, [[x(time), height - PADDING.bottom], [x(time), height - PADDING.bottom + 4]]);
    context.fillText(text, Math.max(half, Math.min(x(time), width - half)), height - 5);
  }
}

function drawLimits({ context, colour }, { y, right }, lines) {
  context.textBaseline = 'alphabetic';
  context.save();
  context.setLineDash([4, 3]);
  for (const { value, label, colour: name, align = 'left' } of lines) {
    context.textAlign = align;
    context.fillStyle = context.strokeStyle = colour(name);
    stroke(context, [[PADDING.left, y(value)], [right, y(value)]]);
    context.fillText(label, align === 'left' ? PADDING.left + 2 : (PADDING.left + right) / 2, y(value) - 3);
  }
  context.restore();
}

function drawPoints({ context, colour }, { x, y }, points) {
  context.strokeStyle = colour('accent');
  context.lineWidth = 2;
  context.lineJoin = 'round';
  let part = [];
  for (const [time, value] of [...points, [0, null]]) {
    if (value !== null) part.push([x(time), y(value)]);
    else if (part.length) {
      // A single value is a dot.
      stroke(context, part.length > 1 ? part : [part[0], [part[0][0] + 1, part[0][1]]]);
      part = [];
    }
  }
}

function drawMarks({ context, colour }, { x, y, first, last }, marks) {
  context.fillStyle = colour('red');
  for (const [time, value] of marks) {
    if (time < first || time > last) continue;
    context.beginPath();
    context.moveTo(x(time), y(value) - 5);
    context.lineTo(x(time) + 5, y(value) + 4);
    context.lineTo(x(time) - 5, y(value) + 4);
    context.fill();
  }
}

function drawCursor({ context, colour }, { x, y, bottom }, [time, value]) {
  context.strokeStyle = colour('field-line');
  context.lineWidth = 1;
  stroke(context, [[x(time), PADDING.top], [x(time), bottom]]);
  context.fillStyle = colour('accent');
  context.beginPath();
  context.arc(x(time), y(value), 4, 0, 7);
  context.fill();
}

function drawText({ context, colour, width }, { x }, time, text) {
  const half = context.measureText(text).width / 2 + 4;
  const middle = Math.max(half, Math.min(x(time), width - half));
  context.fillStyle = colour('ink');
  context.fillRect(middle - half, 0, 2 * half, 15);
  context.fillStyle = colour('surface');
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.fillText(text, middle, 11);
}

function stroke(context, places) {
  context.beginPath();
  places.forEach(([left, top], index) => (index ? context.lineTo(left, top) : context.moveTo(left, top)));
  context.stroke();
}

/* What a sensor has shown, and what happened to it meanwhile: kept in bounds, without a page. */

/** So many points are kept of each sensor: those of a plot at the usual interval of 5 seconds. */
export const KEPT = 360;
const KEPT_PERIODS = 100;
// A gap this long in what was followed is a jump of the clock.
const JUMP_MILLISECONDS = 10 * MINUTE;
// A reading may be stored just after the world's time was read.
const AHEAD_MILLISECONDS = 5 * SECOND;
// The kinds of sensors that a scenario is about which names none; all where there are none here.
const KINDS = { heatWave: ['TEMPERATURE', 'HUMIDITY', 'EXTRACTOR'], spikes: ['TEMPERATURE', 'HUMIDITY'] };

/** The thresholds of alerts, as in the AsyncAPI document. */
const THRESHOLDS = { TEMPERATURE: { low: 18, high: 28 }, HUMIDITY: { low: 45, high: 85 }, SENSOR: { low: 25 } };

/** The limits of a kind of sensor: `{value, label, colour}`. */
export function thresholds(type) {
  return Object.entries(THRESHOLDS[type] ?? {})
    .map(([side, value]) => ({ value, label: `${side} ${value}`, colour: 'amber' }));
}

/** What one sensor showed: points `[milliseconds, value or null]` in order, the newest last, bounded. */
export class Series {
  #stored = [];
  #live = [];
  points = [];

  /** Takes the value of this moment; it goes when a stored reading is newer. */
  take(time, value) {
    if (this.#live.at(-1)?.[0] > time) this.#live = [];
    if (this.#live.at(-1)?.[0] === time) this.#live.pop();
    this.#live.push([time, value]);
    this.#join();
  }

  /** Takes stored readings, those that are known already, too. Those of a time to come are left out. */
  merge(readings, now) {
    const past = readings.filter(([time]) => isPast(time, now)).sort(([one], [other]) => one - other);
    const first = past[0]?.[0] ?? Infinity;
    this.#stored = [...this.#stored.filter(([time]) => time < first && isPast(time, now)), ...past].slice(-KEPT);
    const last = this.#stored.at(-1)?.[0] ?? -Infinity;
    this.#live = this.#live.filter(([time]) => time > last);
    this.#join();
  }

  /** Forgets all. */
  clear() {
    [this.#stored, this.#live, this.points] = [[], [], []];
  }

  #join() {
    if (this.#live.length > KEPT) this.#live = this.#live.slice(-KEPT);
    const all = [...this.#stored, ...this.#live].slice(-KEPT);
    const last = all.at(-1)?.[0];
    this.points = all.filter(([time]) => time >= last - WINDOW);
  }
}

/** Whether a stored moment is one of the past: after the clock went back, rows of a time to come may be left. */
export function isPast(time, now) {
  return time <= now + AHEAD_MILLISECONDS;
}

/** Whether the clock went back, or so far that what lies between is not known. */
export function isJump(before, now) {
  return before !== undefined && (now < before || now - before > JUMP_MILLISECONDS);
}

/** Whether a scenario happens to a sensor. */
export function concerns(scenario, { sensorId, greenhouseId, type }) {
  if (scenario.sensor) return scenario.sensor === sensorId;
  if (scenario.greenhouse && scenario.greenhouse !== greenhouseId) return false;
  return KINDS[scenario.type]?.includes(type) ?? true;
}

/** When scenarios went on, those too that were ended before their time and are gone from the server's list. */
export class ScenarioPeriods {
  #periods = new Map();

  /** Takes the server's list, at a moment of the world. */
  take(scenarios, now) {
    const listed = new Map(scenarios.map((scenario) => [`${scenario.id} ${scenario.startsAt}`, scenario]));
    for (const [key, { from, to }] of this.#periods) {
      if (listed.has(key)) continue;
      // What had not begun, or was begun in a time that is to come again, never was.
      if (from >= now) this.#periods.delete(key);
      else if (to > now) this.#periods.get(key).to = now;
    }
    for (const [key, scenario] of listed) {
      const [from, to] = [Date.parse(scenario.startsAt), Date.parse(scenario.endsAt)];
      this.#periods.set(key, { from, to, label: scenario.type, scenario });
    }
    for (const key of [...this.#periods.keys()].slice(0, -KEPT_PERIODS)) this.#periods.delete(key);
  }

  /** The periods of a sensor: `{from, to, label}`. */
  of(sensor) {
    return [...this.#periods.values()].filter(({ scenario }) => concerns(scenario, sensor));
  }
}
