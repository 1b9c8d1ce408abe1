/** The id and the name of a test's world: its name is cut, and a few random digits keep ids apart. */
export function worldIdentity(name) {
  const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40).replace(/-+$/, '');
  const digits = Math.floor(Math.random() * 0x1000000).toString(16).padStart(6, '0');
  return { id: `${slug || 'test'}-${digits}`, name: [...name].slice(0, 200).join('') };
}

/** Why a verification failed, with what comes nearest. */
export function explanation(match, found) {
  const wanted = Object.entries(found.expected).map(([bound, times]) => `${words[bound]} ${times}`).join(' and ');
  const nearest = found.nearest.map(({ request, reasons }) => {
    const what = [request.method ?? request.direction, request.path, request.status].filter(Boolean).join(' ');
    return `\n  nearest: #${request.id} ${what}: ${reasons.join('; ')}`;
  });
  const doubt = found.known ? '' : `\n  ${found.message}`;
  return `expected ${wanted} of ${JSON.stringify(match)}, found ${found.count}${doubt}${nearest.join('')}`;
}

const words = { exactly: 'exactly', atLeast: 'at least', atMost: 'at most' };

/** Bytes in base64 (RFC 4648 §4), in Node and in browsers. */
export function base64(bytes) {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
