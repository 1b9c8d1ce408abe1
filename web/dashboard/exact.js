// Parses responses with unchanged numbers: 1.0 and 12345678901234567890 keep their digits where the browser can.
import { timeout } from '../shared/timeout.js';
import { ControlError } from './control.js';

const TIMEOUT_MILLISECONDS = 30_000;

/** Whether a value is a number in the digits in which it came. */
export function isRawNumber(value) {
  return JSON.isRawJSON?.(value) ?? false;
}

/** A JSON text as a value; numbers that JavaScript would change are kept as they stand. */
export function exact(text) {
  if (!JSON.rawJSON) return JSON.parse(text);
  return JSON.parse(text, (_, value, { source }) => (
    typeof value === 'number' && String(value) !== source ? JSON.rawJSON(source) : value));
}

/** The response of the control plane to a GET. */
export async function readExact(app, path, world) {
  const response = await app.raw('GET', path, { world, signal: timeout(TIMEOUT_MILLISECONDS) });
  const text = await response.text();
  if (response.ok) return exact(text);
  throw new ControlError(messageOf(text) ?? `the server responded with ${response.status}`, response.status);
}

function messageOf(text) {
  try {
    return JSON.parse(text)?.error?.message;
  } catch {
    return undefined;
  }
}
