/**
 * The events of a stream of server-sent events (HTML, section 9.2), each as `{id, event, data}` with `data` parsed.
 *
 * @param {Response} response
 * @param {AbortSignal} [signal] ends the stream
 * @param {(text: string) => string} [edited] what becomes of the text of `data` before it is parsed
 */
export async function* events(response, signal, edited = (text) => text) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const stop = () => { reader.cancel().catch(() => {}); };
  signal?.addEventListener('abort', stop, { once: true });
  try {
    let text = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      text += value;
      const blocks = text.split('\n\n');
      text = blocks.pop();
      for (const block of blocks) {
        const fields = Object.fromEntries(
          block.split('\n').filter((line) => !line.startsWith(':')).map((line) => line.split(/: ?(.*)/s, 2)));
        if (fields.data !== undefined) {
          yield { id: fields.id && Number(fields.id), event: fields.event, data: JSON.parse(edited(fields.data)) };
        }
      }
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    await reader.cancel().catch(() => {});
  }
}
