// How often something is done.

/** A function that runs another at most once per this many milliseconds, including the last call; `stop` ends it. */
export function atMostEvery(milliseconds, run) {
  let timer;
  let last = -Infinity;
  const wanted = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      last = performance.now();
      run();
    }, Math.max(0, last + milliseconds - performance.now()));
  };
  wanted.stop = () => clearTimeout(timer);
  return wanted;
}
