// Reads a STOMP frame for showing (STOMP 1.2 §STOMP Frames), and says at which byte a bad one breaks.

const ESCAPES = { '\\n': '\n', '\\c': ':', '\\\\': '\\', '\\r': '\r' };
const COMMANDS = /^(?:CONNECT|STOMP|CONNECTED|SEND|SUBSCRIBE|UNSUBSCRIBE|ACK|NACK|BEGIN|COMMIT|ABORT|DISCONNECT|MESSAGE|RECEIPT|ERROR)$/;

/** `{command, headers, body, error, offset}` of a text; nothing of what is no STOMP frame. */
export function decode(text) {
  const start = text.search(/[^\r\n]/);
  if (start < 0) return { command: 'heart-beat', headers: [], body: '' };
  const bytesBefore = (index) => new TextEncoder().encode(text.slice(0, index)).length;
  const lineEnd = text.indexOf('\n', start);
  const command = text.slice(start, lineEnd < 0 ? text.length : lineEnd).replace(/\r$/, '');
  if (!COMMANDS.test(command)) {
    // What looks like a command, but is none, is a mistake; anything else is another protocol.
    if (!/^[A-Z]{3,20}$/i.test(command) || lineEnd < 0) return {};
    return { command, headers: [], body: '', error: `${command} is no command of STOMP`, offset: bytesBefore(start) };
  }
  if (lineEnd < 0) return { command, headers: [], body: '', error: 'the frame ends behind its command', offset: bytesBefore(text.length) };
  const headers = [];
  const wrong = (error, index) => ({ command, headers, body: '', error, offset: bytesBefore(index) });
  let place = lineEnd + 1;
  for (;;) {
    const end = text.indexOf('\n', place);
    if (end < 0) return wrong('the headers have no end: an empty line is missing', text.length);
    const line = text.slice(place, end).replace(/\r$/, '');
    if (!line) {
      place = end + 1;
      break;
    }
    const colon = line.indexOf(':');
    if (colon < 0) return wrong('a header has no colon', place);
    if (colon === 0) return wrong('a header has no name', place);
    const bad = line.search(/\\(?![ncr\\])/);
    if (bad >= 0 && !/^CONNECT/.test(command)) return wrong('an escape that there is not', place + bad);
    const read = (part) => (/^CONNECT/.test(command) ? part : part.replace(/\\[ncr\\]/g, (escape) => ESCAPES[escape]));
    headers.push([read(line.slice(0, colon)), read(line.slice(colon + 1))]);
    place = end + 1;
  }
  const length = headers.find(([name]) => name === 'content-length')?.[1];
  const nul = text.indexOf('\0', place);
  if (length !== undefined) {
    const rest = new TextEncoder().encode(text.slice(place));
    const count = Number(length);
    if (!/^\d+$/.test(length)) return wrong('content-length is no number', text.indexOf('content-length'));
    if (rest.length <= count || rest[count] !== 0) {
      return { ...wrong('no NUL stands where content-length says that the body ends', place), offset: bytesBefore(place) + Math.min(count, rest.length) };
    }
    return { command, headers, body: new TextDecoder().decode(rest.slice(0, count)) };
  }
  if (nul < 0) return { command, headers, body: text.slice(place), error: 'the NUL at the end is missing', offset: bytesBefore(text.length) };
  return { command, headers, body: text.slice(place, nul) };
}
