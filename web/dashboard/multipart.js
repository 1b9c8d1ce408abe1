// The parts of a message that has several (RFC 2046 §5.1, RFC 7578).

const MOST_PARTS = 200;

/**
 * The parts of a content: `[{name, file, type, value, encoding, bytes}]`, each with its value as the journal shows one;
 * undefined when it has none.
 */
export function partsOf(value, encoding, type) {
  const boundary = boundaryOf(type);
  if (boundary === undefined) return undefined;
  const isText = encoding !== 'base64';
  // Bytes are looked through as characters of one byte each.
  const text = isText ? value : atob(value);
  const pieces = `\r\n${text}`.split(`\r\n--${boundary}`).slice(1, MOST_PARTS + 1);
  if (!pieces.length) return undefined;
  return pieces.filter((piece) => !piece.startsWith('--')).map((piece) => part(piece, isText));
}

/** The boundary that a media type names, which may stand in quotes. */
export function boundaryOf(type) {
  const found = /^multipart\/[^;]+;.*?\bboundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type ?? '');
  return found?.[1] ?? found?.[2];
}

function part(piece, isText) {
  // Text after the boundary on its line is not content.
  const rest = piece.slice(piece.indexOf('\r\n') + 2);
  const isBare = rest.startsWith('\r\n');
  const end = isBare ? 0 : rest.indexOf('\r\n\r\n');
  const head = end < 0 ? '' : rest.slice(0, end);
  const content = end < 0 ? rest : rest.slice(end + (isBare ? 2 : 4));
  const header = (name) => head.match(new RegExp(`^${name}:[ \\t]*(.*)$`, 'im'))?.[1].trim();
  const disposition = header('Content-Disposition') ?? '';
  return { name: parameter(disposition, 'name'), file: parameter(disposition, 'filename'),
    type: header('Content-Type'), ...contentOf(content, isText) };
}

/** A parameter of a header, in whose quotes browsers write %22 for a quote, and others \". */
function parameter(header, name) {
  const found = new RegExp(`(?:^|;)\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;]+))`, 'i').exec(header);
  return found?.[1]?.replace(/\\(["\\])/g, '$1').replaceAll('%22', '"') ?? found?.[2];
}

function contentOf(content, isText) {
  if (isText) return { value: content, encoding: 'text', bytes: new TextEncoder().encode(content).length };
  const bytes = Uint8Array.from(content, (/** @type {string} */ character) => character.charCodeAt(0));
  try {
    return { value: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'text', bytes: bytes.length };
  } catch {
    return { value: btoa(content), encoding: 'base64', bytes: bytes.length };
  }
}
