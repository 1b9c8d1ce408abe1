// Draws the lanes of the timeline, and knows which time and which lane a place of it is.
import { visible } from './body.js';
import { span as spanText } from './moment.js';
import { foldedTicks, LANES, nearest } from './timeline-lanes.js';

const LANE_HEIGHT = 28;
const LEFT = 84;
const RIGHT = 8;
const AXIS_HEIGHT = 36;
const TICK_WIDTH = 90;
const TEXT_GAP = 6;
const DATE_WIDTH = 72;
// What happens seldom has broader marks.
const SELDOM = new Set(['Clock', 'Faults', 'Worlds', 'Upcoming', 'Control calls']);

/** The canvas of the lanes: what was counted is kept until span, marks or width are others. */
export class LaneCanvas {
  #canvas;
  #counted = {};

  constructor(canvas) {
    this.#canvas = canvas;
    canvas.style.setProperty('height', `${LANES.length * LANE_HEIGHT + AXIS_HEIGHT}px`);
  }

  get #width() { return Math.max(2, this.#canvas.clientWidth - LEFT - RIGHT); }

  /** The time at a place, not beyond the span. */
  timeAt(x, [from, to], folds) {
    const share = Math.max(0, Math.min(1, (x - LEFT) / this.#width));
    return folds.unfold(folds.fold(from) + share * (folds.fold(to) - folds.fold(from)));
  }

  /** The index of the lane at a place; nothing below the lanes. */
  laneAt(y) {
    const lane = Math.floor(y / LANE_HEIGHT);
    return lane >= 0 && lane < LANES.length ? lane : undefined;
  }

  /**
   * From when until when something is at most a number of pixels away from a time.
   *
   * @returns {[number, number]}
   */
  around(time, pixels, [from, to], folds) {
    const length = (pixels / this.#width) * (folds.fold(to) - folds.fold(from));
    return [folds.unfold(folds.fold(time) - length), folds.unfold(folds.fold(time) + length)];
  }

  /** Draws marks of a span; `version` is another when the marks are. `moment` and `hover` are times, or nothing. */
  draw({ marks, version, span, folds, moment, hover }) {
    const canvas = this.#canvas;
    if (!canvas.clientWidth) return;
    const [width, height, scale] = [canvas.clientWidth, LANES.length * LANE_HEIGHT, devicePixelRatio || 1];
    [canvas.width, canvas.height] = [Math.round(width * scale), Math.round((height + AXIS_HEIGHT) * scale)];
    const context = canvas.getContext('2d');
    context.scale(scale, scale);
    context.font = '12px system-ui, sans-serif';
    const style = getComputedStyle(canvas);
    const colour = (name) => style.getPropertyValue(name).trim();
    const begin = folds.fold(span[0]);
    const length = folds.fold(span[1]) - begin;
    const x = (time) => LEFT + ((folds.fold(time) - begin) / length) * this.#width;
    this.#drawAxis(context, span, folds, x, colour);
    this.#drawFolds(context, span, folds, x, colour);
    this.#drawMarks(context, this.#counts(marks, version, span, folds), colour);
    for (const [time, tone, thickness] of [[hover, '--muted', 1], [moment, '--ink', 2]]) {
      if (time === undefined || time < span[0] || time > span[1]) continue;
      context.fillStyle = colour(tone);
      context.fillRect(x(time) - thickness / 2, 0, thickness, height);
    }
  }

  #counts(marks, version, span, folds) {
    const key = `${version} ${span} ${this.#width}`;
    if (this.#counted.key !== key) this.#counted = { key, counts: marks.counts(span, this.#width, folds) };
    return this.#counted.counts;
  }

  #drawAxis(context, span, folds, x, colour) {
    const height = LANES.length * LANE_HEIGHT;
    LANES.forEach(([name], lane) => {
      const top = lane * LANE_HEIGHT;
      context.fillStyle = colour('--muted');
      context.fillText(name, 6, top + 18);
      context.fillStyle = colour('--line');
      context.fillRect(0, top + LANE_HEIGHT - 1, LEFT + this.#width, 1);
    });
    context.textAlign = 'center';
    const end = LEFT + this.#width + RIGHT - DATE_WIDTH / 2;
    let written = -Infinity;
    let day;
    for (const { time, text, date } of foldedTicks(span, folds, Math.floor(this.#width / TICK_WIDTH))) {
      context.fillStyle = colour('--line');
      context.fillRect(x(time), 0, 1, height);
      context.fillStyle = colour('--muted');
      const half = context.measureText(text).width / 2;
      const place = Math.max(LEFT + half, Math.min(x(time), LEFT + this.#width + RIGHT - half - 2));
      if (place - half < written + TEXT_GAP) continue;
      context.fillText(text, place, height + 15);
      // The date stands below the first moment of each day.
      const middle = Math.max(LEFT + DATE_WIDTH / 2, Math.min(place, end));
      if (date !== day && text !== date) context.fillText(date, middle, height + 30);
      day = date;
      written = Math.max(place + half, place + (date === day ? 0 : DATE_WIDTH / 2));
    }
    context.textAlign = 'start';
  }

  /** The pauses that are folded, each with its length. */
  #drawFolds(context, [from, to], folds, x, colour) {
    const height = LANES.length * LANE_HEIGHT;
    context.textAlign = 'center';
    for (const [begin, end] of folds.gaps) {
      if (end <= from || begin >= to) continue;
      const [left, right] = [x(Math.max(begin, from)), x(Math.min(end, to))];
      context.fillStyle = colour('--sunken');
      context.fillRect(left, 0, right - left, height);
      context.strokeStyle = colour('--field-line');
      context.setLineDash([3, 3]);
      for (const edge of [left, right]) {
        context.beginPath();
        context.moveTo(edge, 0);
        context.lineTo(edge, height);
        context.stroke();
      }
      context.setLineDash([]);
      context.save();
      context.translate((left + right) / 2 + 4, height / 2);
      context.rotate(-Math.PI / 2);
      context.fillStyle = colour('--muted');
      context.fillText(`${spanText((end - begin) / 1000)} left out`, 0, 0);
      context.restore();
    }
    context.textAlign = 'start';
  }

  /** Many of a pixel are one mark, the higher the more there are. */
  #drawMarks(context, counts, colour) {
    const width = this.#width;
    LANES.forEach(([name, tone], lane) => {
      context.fillStyle = colour(tone);
      const thickness = SELDOM.has(name) ? 5 : 3;
      for (let pixel = 0; pixel < width; pixel += 1) {
        const count = counts[lane * width + pixel];
        if (!count) continue;
        const size = Math.min(LANE_HEIGHT - 4, 10 + Math.log2(count) * 2);
        context.fillRect(LEFT + pixel - thickness / 2, lane * LANE_HEIGHT + (LANE_HEIGHT - size) / 2, thickness, size);
      }
    });
  }
}

/* What stands on the timeline, in words. */

const BODY_CHARACTERS = 120;
/** How to move; what is upcoming; and what real time means for what was there before the page. */
export const HINT = 'Drag to move; the wheel or + and − zoom. By keys: ← → and Page Up, Page Down move, '
  + '↑ ↓ go to the next mark and the one before, Enter opens it. A click on a mark opens it.';
export const AHEAD_HINT = ' Upcoming is what expires or is scheduled, by the clock of the world.';
export const REAL_HINT = ' Earlier entries than the opening of the page are placed before it, '
  + 'at the distances of the clock of their world.';

/** What some marks are, in words: the one that is nearest to a time, and how many there are. */
export function words(marks, time) {
  if (!marks.length) return 'nothing here';
  const text = wordsOf(nearest(marks, time).item);
  return marks.length === 1 ? text : `${marks.length} marks, ${text}`;
}

/** An entry, a call or what is upcoming in one line. */
export function wordsOf(item) {
  if (item.view) return visible(`${item.about}${item.count > 1 ? `, ×${item.count.toLocaleString('en')}` : ''}`);
  if (item.at) {
    const body = item.body === undefined ? '' : ` ${JSON.stringify(item.body).slice(0, BODY_CHARACTERS)}`;
    return visible(`${item.operationId}: ${item.method} ${item.path}${body}`);
  }
  if (item.kind === 'frame') {
    return visible(`${item.direction === 'received' ? '→' : '←'} ${item.summary ?? `${item.payloadBytes} bytes`}`);
  }
  return visible(`${item.method} ${item.path} ${item.status ?? item.ending ?? 'no response'}`);
}
