// How long an exchange took, and where that went as far as the journal knows.

/** A time of microseconds for people. */
export function duration(microseconds) {
  if (microseconds === undefined) return undefined;
  if (microseconds < 1000) return `${Math.round(microseconds)} µs`;
  if (microseconds < 1_000_000) return `${(microseconds / 1000).toFixed(1)} ms`;
  return `${(microseconds / 1_000_000).toFixed(2)} s`;
}

/** The parts of an exchange's time: `[{name, kind, microseconds}]`; nothing where it has none yet. */
export function phases({ durationMicroseconds, sentBytes = 0, response = {} }) {
  if (durationMicroseconds === undefined) return [];
  const held = (response.delayMilliseconds ?? 0) * 1000;
  const paced = response.bytesPerSecond ? sentBytes / response.bytesPerSecond * 1_000_000 : 0;
  // An answer that was not waited for, as of a request that was sent again, took less than it was held back.
  const slowed = Math.min(held + paced, durationMicroseconds);
  const share = held + paced ? slowed / (held + paced) : 0;
  return [
    { name: 'the server', kind: 'work', microseconds: durationMicroseconds - slowed },
    { name: 'held back', kind: 'held', microseconds: held * share },
    { name: 'sent slowly', kind: 'paced', microseconds: paced * share },
  ].filter(({ kind, microseconds }) => microseconds > 0 || kind === 'work');
}
