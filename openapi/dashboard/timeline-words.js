// What stands on the timeline, in words.
import { visible } from './body.js';
import { nearest } from './timeline-lanes.js';

const BODY_CHARACTERS = 120;
/** How to move; and what real time means for what was there before the page. */
export const HINT = 'Drag to move; the wheel or + and − zoom. By keys: ← → and Page Up, Page Down move, ↑ ↓ go to '
  + 'the next mark and the one before, Enter opens it. A click on a mark opens it.';
export const REAL_HINT = ' What came before the page was opened stands before that moment, '
  + 'as far apart as in its world.';

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
  return visible(`${item.method} ${item.path} ${item.status ?? item.ending ?? 'no answer'}`);
}
