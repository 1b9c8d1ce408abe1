// Shows JSON indented and coloured. The text itself is taken apart, so that numbers keep their digits.

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/g;
// Beyond this length colours cost more time than they are worth.
const COLOURED_CHARACTERS = 120_000;

/** The given JSON text, indented by two spaces: pieces with their kinds. */
function pieces(text) {
  const tokens = text.match(TOKEN) ?? [];
  const found = [];
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  tokens.forEach((token, index) => {
    const next = tokens[index + 1];
    if (token === '{' || token === '[') {
      const empty = next === '}' || next === ']';
      depth += 1;
      found.push(['', empty ? token : token + line()]);
    } else if (token === '}' || token === ']') {
      const before = tokens[index - 1];
      depth -= 1;
      found.push(['', before === '{' || before === '[' ? token : line() + token]);
    } else if (token === ',') found.push(['', `,${line()}`]);
    else if (token === ':') found.push(['', ': ']);
    else found.push([kind(token, next), token]);
  });
  return found;
}

function kind(token, next) {
  if (token.startsWith('"')) return next === ':' ? 'key' : 'string';
  return /^[tfn]/.test(token) ? 'word' : 'number';
}

/** JSON text indented. */
export function indent(text) {
  return pieces(text).map(([, part]) => part).join('');
}

/** Coloured code for JSON text. */
export function jsonCode(text) {
  const code = document.createElement('code');
  if (text.length > COLOURED_CHARACTERS) {
    code.textContent = indent(text);
    return code;
  }
  for (const [name, part] of pieces(text)) {
    if (!name) {
      code.append(part);
      continue;
    }
    const span = document.createElement('span');
    span.className = `json-${name}`;
    span.textContent = part;
    code.append(span);
  }
  return code;
}

/** Whether a media type is JSON. */
export function isJSON(type) {
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(type ?? '');
}
