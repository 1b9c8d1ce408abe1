// Follows the server: server-sent events (WHATWG HTML §9.2) read by fetch, since an EventSource sends no token.

const FIRST_PAUSE_MILLISECONDS = 500;
const LONGEST_PAUSE_MILLISECONDS = 5000;
// The server sends a comment every 15 seconds.
const SILENCE_MILLISECONDS = 40_000;
// After so much work with what came, keys and frames have their turn.
const SLICE_MILLISECONDS = 8;

/**
 * Follows `GET /_mock/stream` until the signal is aborted, and begins again whenever it ends.
 *
 * `tell` gets the name of each event and its data; also `open` and `lost` for the connection itself.
 */
export async function follow(control, query, signal, tell) {
  let pause = FIRST_PAUSE_MILLISECONDS;
  while (!signal.aborted) {
    try {
      const response = await control.raw('GET', `/_mock/stream${query()}`, { signal });
      if (response.ok) {
        pause = FIRST_PAUSE_MILLISECONDS;
        tell('open');
        await read(response.body.getReader(), tell);
      } else if (response.status === 404) tell('missing');
    } catch (error) {
      if (signal.aborted) return;
      if (error.name !== 'AbortError' && error.name !== 'ControlError' && !(error instanceof TypeError)) throw error;
    }
    if (signal.aborted) return;
    tell('lost');
    await new Promise((resolve) => { setTimeout(resolve, pause); });
    pause = Math.min(pause * 2, LONGEST_PAUSE_MILLISECONDS);
  }
}

async function read(reader, tell) {
  const decoder = new TextDecoder();
  let rest = '';
  let worked = 0;
  for (;;) {
    const { done, value } = await withinSilence(reader);
    if (done) return;
    const text = rest + decoder.decode(value, { stream: true });
    const parts = text.split('\n\n');
    rest = parts.pop();
    for (const part of parts) {
      const begun = performance.now();
      dispatch(part, tell);
      worked += performance.now() - begun;
      if (worked < SLICE_MILLISECONDS) continue;
      await new Promise((resolve) => { setTimeout(resolve); });
      worked = 0;
    }
  }
}

function withinSilence(reader) {
  let timer;
  const silence = new Promise((resolve) => {
    timer = setTimeout(() => {
      reader.cancel().catch(() => {});
      resolve({ done: true });
    }, SILENCE_MILLISECONDS);
  });
  return Promise.race([reader.read(), silence]).finally(() => clearTimeout(timer));
}

function dispatch(part, tell) {
  let name = 'message';
  const data = [];
  for (const line of part.split('\n')) {
    if (line.startsWith('event: ')) name = line.slice(7);
    else if (line.startsWith('data: ')) data.push(line.slice(6));
  }
  if (data.length) tell(name, JSON.parse(data.join('\n')));
}
