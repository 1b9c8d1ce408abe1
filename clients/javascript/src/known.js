/**
 * The options of a call, after a look for names that it does not have: a misspelt option would change nothing.
 *
 * @template {object} T
 * @param {string} call such as `connectSocket`
 * @param {T} options
 * @param {string[]} names
 * @param {string} [advice] what else may be meant
 * @returns {T}
 * @throws {TypeError} for another name, and for what is no object
 */
export function known(call, options, names, advice) {
  if (options === null || typeof options !== 'object' || Array.isArray(options)) {
    throw new TypeError(`the options of ${call} are an object with ${names.join(', ')}; they cannot be ${JSON.stringify(options)}`);
  }
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown === undefined) return options;
  const near = names.find((name) => plain(name) === plain(unknown) || plain(name) === `${plain(unknown)}s`);
  const guess = near ? `did you mean ${near}? Known are` : 'known are';
  throw new TypeError(`there is no option ${unknown} of ${call}; ${guess} ${names.join(', ')}${advice ? `. ${advice}` : ''}`);
}

/** A name without what naming conventions differ in. */
const plain = (name) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
