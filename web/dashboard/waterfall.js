// The waterfall of the traffic: for each row in sight, when its exchange began and how long each of its parts took.
import { element } from '../shared/dom.js';
import { phases } from './entry.js';

const LEAST_SHARE = 0.004;
const SHORTEST_PAUSE = 20;

/** The bar of an entry, which `placeBars` gives its place; empty for a frame, which is a moment. */
export function waterfallBar(entry) {
  // Nobody knows yet how long a held exchange takes.
  const parts = entry.kind === 'frame' || entry.isHeld ? [] : phases(entry);
  return element('span', { class: 'waterfall', 'aria-hidden': 'true' },
    element('span', { class: entry.kind === 'frame' ? 'bar-of moment' : 'bar-of' },
      parts.map(({ kind, microseconds }) => {
        const part = element('span', { 'data-phase': kind });
        part.style.setProperty('flex-grow', microseconds);
        return part;
      })));
}

/**
 * Puts the bars of rows in sight to their places: the first begins at the left, the last ends at the right. Longer
 * pauses than the longest exchange are drawn as long as that, so that a jump of the clock leaves something to see.
 */
export function placeBars(rows) {
  const places = placesOf(rows.map(([{ time, durationMicroseconds = 0 }]) => (
    [Date.parse(time), durationMicroseconds / 1000])));
  rows.forEach(([, row], index) => {
    const bar = row.querySelector('.bar-of');
    const [left, width] = places[index].map((share) => `${(share * 100).toFixed(2)}%`);
    if (!bar || bar.dataset.place === `${left} ${width}`) return;
    bar.dataset.place = `${left} ${width}`;
    bar.style.setProperty('left', left);
    bar.style.setProperty('width', width);
  });
}

/** Where spans `[begin, length]` in milliseconds stand, as shares `[left, width]` of the width of all. */
export function placesOf(spans) {
  const longest = spans.reduce((most, [, length]) => Math.max(most, length), SHORTEST_PAUSE);
  const order = spans.map((_, index) => index).sort((one, other) => spans[one][0] - spans[other][0]);
  const begins = [];
  // Until when something lasts, by the clock and as it is drawn.
  let [until, drawn] = [spans[order[0]]?.[0] ?? 0, 0];
  let end = 1;
  for (const index of order) {
    const [begin, length] = spans[index];
    const place = begin <= until ? drawn - (until - begin) : drawn + Math.min(begin - until, longest);
    begins[index] = Math.max(0, place);
    if (begin + length > until) [until, drawn] = [begin + length, begins[index] + length];
    end = Math.max(end, begins[index] + length);
  }
  return spans.map(([, length], index) => {
    const width = Math.max(LEAST_SHARE, length / end);
    return [Math.min(begins[index] / end, 1 - width), width];
  });
}
