// Texts in the quotes of languages. Everything but plain ASCII is escaped, so that no text can end its quotes.

/** Quotes for a POSIX shell, which knows no NUL. */
export function shellText(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export function swiftText(text) {
  return `"${escaped(text, (character) => `\\u{${hex(character.codePointAt(0), 1)}}`)}"`;
}

/** Kotlin puts values in where a dollar sign stands. */
export function kotlinText(text) {
  return `"${escaped(text, units, '$')}"`;
}

export function scriptText(text) {
  return JSON.stringify(text).replace(/[\u007f-\uffff]/g, units);
}

export function pythonText(text) {
  return `"${escaped(text, (character) => {
    const code = character.codePointAt(0);
    return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
  })}"`;
}

/** A text whose characters are the bytes of another one in UTF-8, for what takes headers as such. */
export function byteText(text) {
  return String.fromCharCode(...new TextEncoder().encode(text));
}

/** The bytes of a text in base64. */
export function base64Of(text) {
  let bytes = '';
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes);
}

export function isASCII(text) {
  return /^[\x20-\x7e\t]*$/.test(text);
}

function escaped(text, write, extra = '') {
  const names = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
  return [...text].map((character) => {
    if (character === '"' || character === '\\' || extra.includes(character)) return `\\${character}`;
    if (Object.hasOwn(names, character)) return names[character];
    return character >= ' ' && character < '\u007f' ? character : write(character);
  }).join('');
}

function hex(code, width) {
  return code.toString(16).padStart(width, '0');
}

function units(character) {
  return [...Array(character.length).keys()].map((index) => `\\u${hex(character.charCodeAt(index), 4)}`).join('');
}
