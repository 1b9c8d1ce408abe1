// Words in bodies: only the server has those, so it is asked which entries have them.

const TYPING_MILLISECONDS = 200;
const AGAIN_MILLISECONDS = 1000;
// The response contains whole entries, so a few are requested at a time.
const MOST = 500;

/** Which entries have some texts in their bodies, for the worlds that the page follows. */
export class BodySearch {
  #app;
  #notify;
  #texts = [];
  #keys = new Set();
  // Up to which number each world was asked.
  #asked = new Map();
  #timer;

  /** `notify` is called when more is known. */
  constructor(app, notify) {
    this.#app = app;
    this.#notify = notify;
  }

  /** Looks for other texts; for none, every entry is as wanted. */
  begin(texts) {
    this.#texts = texts;
    this.#keys = new Set();
    this.#asked.clear();
    this.stop();
    if (texts.length) this.#plan(TYPING_MILLISECONDS);
  }

  /** Asks about what has come since. */
  goOn() {
    if (this.#texts.length) this.#plan(AGAIN_MILLISECONDS);
  }

  has({ key }) {
    return !this.#texts.length || this.#keys.has(key);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #plan(milliseconds) {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const worlds = this.#app.allWorlds ? this.#app.worlds.map(({ id }) => id) : [this.#app.world];
      this.#app.act(Promise.all(worlds.map((world) => this.#ask(world, this.#texts))));
    }, milliseconds);
  }

  async #ask(world, texts) {
    const query = new URLSearchParams({ kind: 'any', limit: String(MOST) });
    for (const text of texts) query.append('bodyContains', text);
    if (this.#asked.has(world)) query.set('since', this.#asked.get(world));
    const { requests } = await this.#app.call('GET', `/_mock/requests?${query}`, undefined, { world });
    // What was typed meanwhile is asked for by another call.
    if (texts !== this.#texts || !requests.length) return;
    this.#asked.set(world, requests.at(-1).id);
    for (const { id } of requests) this.#keys.add(`${world}:${id}`);
    this.#notify();
  }
}
