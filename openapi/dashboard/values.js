// Values of records: how they are written, read, searched and compared. Without a page.

/** A value as one edits it. */
export function textOf(value) {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What was typed, in the kind of what was there. */
export function valueOf(text, before) {
  if (typeof before === 'string') return text;
  if (text === '' || text === 'null') return null;
  if (typeof before === 'number') return Number.isFinite(Number(text)) ? Number(text) : text;
  if (typeof before === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The members that records have, at most so many. */
export function columnsOf(records, most = 40) {
  return [...new Set(records.flatMap((record) => Object.keys(record)))].slice(0, most);
}

/** The records that have a text in one of their members, in any case of its letters. */
export function search(records, text) {
  const words = text.trim().toLowerCase();
  if (!words) return records;
  const has = (value) => textOf(value).toLowerCase().includes(words);
  return records.filter((record) => Object.values(record).some(has));
}

/** The records in the order of a member: `{column, isDown}`. What is empty stands last. */
export function sort(records, { column, isDown } = {}) {
  if (column === undefined) return records;
  const isEmpty = (record) => record[column] === null || record[column] === undefined;
  const order = (one, other) => isEmpty(one) - isEmpty(other)
    || (isEmpty(one) ? 0 : compare(one[column], other[column]) * (isDown ? -1 : 1));
  return [...records].sort(order);
}

function compare(left, right) {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return textOf(left).localeCompare(textOf(right), undefined, { numeric: true });
}

/** What names a row of a table: its number, or all of it as far as it can be compared. */
export function rowName(row) {
  if (typeof row.number === 'number') return { number: row.number };
  const isPlain = ([, value]) => value !== null && typeof value !== 'object';
  return Object.fromEntries(Object.entries(row).filter(isPlain));
}

/** What an API says of a refusal: its message, and the members that it names. */
export function wordsOf(body) {
  const error = body?.error ?? body;
  if (typeof error === 'string') return error;
  const message = error?.message ?? error?.detail ?? error?.title ?? body?.message;
  if (!message) return undefined;
  const details = error?.details ?? body?.errors ?? body?.details;
  const named = details && typeof details === 'object' ? Object.entries(details) : [];
  const more = named.map(([name, value]) => (Array.isArray(details) ? textOf(value) : `${name}: ${textOf(value)}`));
  return [message, more.join('; ')].filter(Boolean).join('. ');
}
