// Draws the lanes of the timeline, and knows which time and which lane a place of it is.
import { visible } from './body.js';
import { LANES, nearest, timeTicks } from './timeline-lanes.js';

const LANE_HEIGHT = 28;
const LEFT = 84;
const RIGHT = 8;
const AXIS_HEIGHT = 20;
const TICK_WIDTH = 90;
const TEXT_GAP = 6;
// What happens seldom has broader marks.
const SELDOM = new Set(['Clock', 'Faults', 'Worlds', 'Other calls']);

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
  timeAt(x, [from, to]) {
    const share = (x - LEFT) / this.#width;
    return from + Math.max(0, Math.min(1, share)) * (to - from);
  }

  /** The index of the lane at a place; nothing below the lanes. */
  laneAt(y) {
    const lane = Math.floor(y / LANE_HEIGHT);
    return lane >= 0 && lane < LANES.length ? lane : undefined;
  }

  /** How much time a number of pixels is. */
  timeOf(pixels, [from, to]) { return (pixels / this.#width) * (to - from); }

  /** Draws marks of a span; `version` is another when the marks are. `moment` and `hover` are times, or nothing. */
  draw({ marks, version, span, moment, hover }) {
    const canvas = this.#canvas;
    if (!canvas.clientWidth) return;
    const [width, height, scale] = [canvas.clientWidth, LANES.length * LANE_HEIGHT, devicePixelRatio || 1];
    [canvas.width, canvas.height] = [Math.round(width * scale), Math.round((height + AXIS_HEIGHT) * scale)];
    const context = canvas.getContext('2d');
    context.scale(scale, scale);
    context.font = '12px system-ui, sans-serif';
    const style = getComputedStyle(canvas);
    const colour = (name) => style.getPropertyValue(name).trim();
    const x = (time) => LEFT + ((time - span[0]) / (span[1] - span[0])) * this.#width;
    this.#drawAxis(context, span, x, colour);
    this.#drawMarks(context, this.#counts(marks, version, span), colour);
    for (const [time, tone, thickness] of [[hover, '--muted', 1], [moment, '--ink', 2]]) {
      if (time === undefined || time < span[0] || time > span[1]) continue;
      context.fillStyle = colour(tone);
      context.fillRect(x(time) - thickness / 2, 0, thickness, height);
    }
  }

  #counts(marks, version, span) {
    const key = `${version} ${span} ${this.#width}`;
    if (this.#counted.key !== key) this.#counted = { key, counts: marks.counts(span, this.#width) };
    return this.#counted.counts;
  }

  #drawAxis(context, span, x, colour) {
    const height = LANES.length * LANE_HEIGHT;
    LANES.forEach(([name], lane) => {
      const top = lane * LANE_HEIGHT;
      context.fillStyle = colour('--muted');
      context.fillText(name, 6, top + 18);
      context.fillStyle = colour('--line');
      context.fillRect(0, top + LANE_HEIGHT - 1, LEFT + this.#width, 1);
    });
    context.textAlign = 'center';
    let written = -Infinity;
    for (const { time, text } of timeTicks(span, Math.floor(this.#width / TICK_WIDTH))) {
      context.fillStyle = colour('--line');
      context.fillRect(x(time), 0, 1, height);
      context.fillStyle = colour('--muted');
      const half = context.measureText(text).width / 2;
      const place = Math.max(LEFT + half, Math.min(x(time), LEFT + this.#width + RIGHT - half - 2));
      if (place - half < written + TEXT_GAP) continue;
      context.fillText(text, place, height + 15);
      written = place + half;
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
/** How to move; and what real time means for what was there before the page. */
export const HINT = 'Drag to move; the wheel or + and − zoom. By keys: ← → and Page Up, Page Down move, '
  + '↑ ↓ go to the next mark and the one before, Enter opens it. A click on a mark opens it.';
export const REAL_HINT = ' Earlier entries than the opening of the page are placed before it, '
  + 'at the distances of the clock of their world.';

/** What some marks are, in words: the one that is nearest to a time, and how many there are. */
export function words(marks, time) {
  if (!marks.length) return 'nothing here';
  const text = wordsOf(nearest(marks, time).item);
  return marks.length === 1 ? text : `${marks.length} marks, ${text}`;
}

/** An entry or a call in one line. */
export function wordsOf(item) {
  if (item.at) {
    const body = item.body === undefined ? '' : ` ${JSON.stringify(item.body).slice(0, BODY_CHARACTERS)}`;
    return visible(`${item.operationId}: ${item.method} ${item.path}${body}`);
  }
  if (item.kind === 'frame') {
    return visible(`${item.direction === 'received' ? '→' : '←'} ${item.summary ?? `${item.payloadBytes} bytes`}`);
  }
  return visible(`${item.method} ${item.path} ${item.status ?? item.ending ?? 'no response'}`);
}
