// The faults of a single socket in words, and texts with the byte NUL in fields.
import { many } from './fault-form.js';

/** What becomes of a message by a type of fault. */
export const DONE = {
  dropMessage: 'dropped',
  delayMessages: 'held back',
  duplicate: 'sent twice',
  corrupt: 'spoiled',
  editMessage: 'edited',
  reorder: 'sent behind the next one',
};

/** A text as a field shows it, which has no NUL. */
export function toField(text) {
  return text.replaceAll('\0', '\\0');
}

/** What such a field holds. */
export function fromField(text) {
  return text.replaceAll('\\0', '\0');
}

/** A fault of one socket in words: `⚡ The next message to the client will be dropped`. */
export function faultWords({ fault, times, applications, spent }) {
  const { type, direction, milliseconds, find, replace } = fault;
  const where = direction === 'incoming' ? 'from the client' : direction === 'both' ? 'either way' : 'to the client';
  const detail = [milliseconds !== undefined && `${milliseconds / 1000} s`, find && `replacing “${cut(find)}”`,
    type === 'editMessage' && `by “${cut(replace ?? '')}”`].filter(Boolean).join(' ');
  const what = [DONE[type] ?? type, detail].filter(Boolean).join(' ');
  if (spent) return `⚡ Struck ${many(applications)}: a message ${where} was ${what}`;
  const left = times ? times - applications : undefined;
  const which = left === undefined ? 'Each message' : left === 1 ? 'The next message' : `The next ${left} messages`;
  return `⚡ ${which} ${where} will be ${what}${applications ? `; struck ${many(applications)}` : ''}`;
}

function cut(text) {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
