// What apps ask and what goes over sockets, as it happens.
import { element } from './dom.js';
import { visible } from './body.js';
import { differences } from './compare.js';
import { deviceMark, deviceNames } from './devices.js';
import { duration, exchangeView, frameView } from './exchange.js';
import { isBroken, NAMES, readFilter } from './filter.js';
import { requestOf, SNIPPETS } from './snippets.js';
import { virtualList } from './rows.js';

const COUNTED = [['is:404', '404', 'not found'], ['is:violation', 'violations', 'leave their document'],
  ['status:5xx', 'errors', 'server errors']];
// What the filter may take of a frame.
const SCAN_MILLISECONDS = 10;
const NARROW = matchMedia('(max-width: 799px)');

export const view = {
  id: 'traffic',
  title: 'Traffic',
  mount(root, app) { return new Traffic(root, app).ends; },
};

class Traffic {
  #app;
  #filter = readFilter('');
  #shown = [];
  #paused = false;
  #waiting = 0;
  #frame = 0;
  #isStale = true;
  #pending = [];
  #scan;
  #inBodies;
  #pinned;
  #opened;
  #names = new Map();

  constructor(root, app) {
    this.#app = app;
    this.input = element('input', { type: 'search', id: 'filter', placeholder: 'Filter: words, status:4xx, is:violation, body:"text"…',
      autocomplete: 'off', spellcheck: 'false', 'aria-label': 'Filter', title: `Before a colon: ${NAMES.join(', ')}; - for the contrary`,
      oninput: () => this.#applyFilter() });
    this.pause = element('button', { type: 'button', 'aria-pressed': 'false', onclick: () => this.#togglePause() }, 'Pause');
    this.count = element('span', { class: 'hint count' });
    this.counters = COUNTED.map(([filter, name, about]) => {
      const button = element('button', { type: 'button', class: 'quiet', title: `Show those that ${about}`,
        onclick: () => this.#setFilter(this.input.value === filter ? '' : filter) });
      return { filter, name, button, test: readFilter(filter).test, found: 0 };
    });
    this.list = virtualList({ rowHeight: NARROW.matches ? 52 : 30, label: 'Requests and frames, the newest last',
      render: (entry) => this.#row(entry), onopen: (entry) => this.#go(entry.key) });
    this.detail = element('section', { class: 'detail', 'aria-label': 'Detail', hidden: true });
    this.pane = element('div', { class: 'pane' }, element('div', { class: 'log' }, this.list.node), this.detail);
    root.append(element('h1', {}, 'Traffic'), element('div', { class: 'bar' }, this.input, this.pause,
      element('button', { type: 'button', onclick: () => this.#clear() }, 'Clear'),
      ...this.counters.map(({ button }) => button), this.count), this.pane);
    this.empty = element('p', { class: 'hint empty' }, 'Nothing yet. Point your app at ', element('code', {}, location.origin),
      ' and its requests appear here. ', element('a', { href: '/_mock/connect' }, 'How to connect a device'));
    root.append(this.empty);
    const keys = (event) => this.#key(event);
    document.addEventListener('keydown', keys);
    const offs = [
      app.on('entries', (news) => this.#take(news)), app.on('params', () => this.#follow()),
      app.on('activity', ({ operationId }) => { if (operationId === 'nameDevice') this.#readNames(); }),
    ];
    this.ends = () => {
      offs.forEach((off) => off());
      document.removeEventListener('keydown', keys);
      cancelAnimationFrame(this.#frame);
    };
    this.#readNames();
    this.input.value = app.params.filter ?? '';
    this.#applyFilter();
    this.#follow();
  }

  /* The list */

  #take({ entries, updates, cleared }) {
    if (cleared) {
      this.#isStale = true;
      this.#pending = [];
    }
    if (updates.length) this.#isStale ||= !this.#filter.isEmpty;
    // Once for many: they come a few hundred at a time.
    for (const entry of entries) this.#pending.push(entry);
    if (updates.length) this.mustRefresh = true;
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    this.#frame = 0;
    if (this.#paused) {
      this.#waiting += this.#pending.length;
      this.#pending = [];
      return this.#showCount();
    }
    const wasAtEnd = this.list.atEnd;
    const history = this.#app.history.entries;
    if (this.#isStale || this.#shown.length > history.length) {
      this.#isStale = false;
      this.#scan = { place: 0, found: [] };
    }
    if (this.#scan) {
      if (!this.#goOn(history)) {
        this.#frame = requestAnimationFrame(() => this.#draw());
        return undefined;
      }
      this.#shown = this.#scan.found;
      this.#scan = undefined;
      this.list.setItems(this.#shown);
    } else if (this.#pending.length) {
      const more = this.#pending.filter((entry) => this.#matches(entry));
      const first = this.#shown[0];
      if (first && this.#app.history.get(first.key) !== first) {
        this.#shown = history.filter((entry) => this.#matches(entry));
        this.list.setItems(this.#shown);
      } else {
        this.#shown.push(...more);
        this.list.setItems(this.#shown, { keep: true });
      }
    }
    this.#pending = [];
    if (this.mustRefresh) this.list.refresh();
    this.mustRefresh = false;
    if (wasAtEnd) this.list.scrollToEnd();
    return this.#showCount();
  }

  /** Goes over the entries for some milliseconds, so that a key typed meanwhile does not wait; gives whether it is done. */
  #goOn(history) {
    const scan = this.#scan;
    const end = performance.now() + SCAN_MILLISECONDS;
    while (scan.place < history.length) {
      const entry = history[scan.place];
      if (this.#matches(entry)) scan.found.push(entry);
      scan.place += 1;
      if (scan.place % 500 === 0 && performance.now() > end) return false;
    }
    return true;
  }

  #matches(entry) {
    return this.#filter.test(entry) && (!this.#inBodies || this.#inBodies.has(entry.key));
  }

  #showCount() {
    const { history } = this.#app;
    const all = history.entries.length;
    const gone = history.gone ? `, ${history.gone} more came than are shown` : '';
    const waiting = this.#waiting ? `, ${this.#waiting} since the pause` : '';
    this.count.textContent = `${this.#shown.length === all ? all : `${this.#shown.length} of ${all}`}${gone}${waiting}`;
    this.empty.hidden = all > 0;
    clearTimeout(this.countTimer);
    // Counting all of them takes some milliseconds; twice a second is enough for eyes.
    this.countTimer = setTimeout(() => {
      for (const counter of this.counters) {
        const found = history.entries.reduce((sum, entry) => sum + (counter.test(entry) ? 1 : 0), 0);
        counter.button.textContent = `${counter.name}: ${found}`;
        counter.button.setAttribute('aria-pressed', String(this.input.value === counter.filter));
      }
    }, history.entries.length > 5000 ? 1000 : 50);
  }

  #row(entry) {
    const time = element('span', { class: 'time' }, entry.time.slice(11, 23));
    const world = this.#app.allWorlds && element('span', { class: 'chip' }, entry.world);
    const marks = [entry.deviations?.length && element('span', { class: 'mark violation', title: 'leaves its document' }, '⚠ document'),
      entry.faults?.length && element('span', { class: 'mark fault', title: 'a fault struck it' }, '⚡ fault')];
    if (entry.kind === 'frame') {
      return [time, element('span', { class: 'method' }, entry.direction === 'received' ? '→ frame' : '← frame'),
        element('span', { class: 'path' }, visible(entry.summary ?? `${entry.payloadBytes} bytes`)),
        ...marks, world, element('span', { class: 'api' }, `socket ${entry.socket}`)].filter(Boolean);
    }
    const state = entry.status === undefined ? 'none' : entry.status >= 500 ? 'server' : entry.status >= 400 ? 'client' : 'good';
    return [time, element('span', { class: 'method' }, entry.method), element('span', { class: 'path' }, visible(entry.path),
      entry.query && element('span', { class: 'hint' }, `?${visible(entry.query)}`)), ...marks,
    element('span', { class: 'status', 'data-state': state }, isBroken(entry) ? entry.ending : String(entry.status ?? '…')),
    element('span', { class: 'took num' }, duration(entry.durationMicroseconds) ?? ''),
    world, element('span', { class: 'api' }, entry.api), deviceMark(entry.device, this.#names.get(entry.device))].filter(Boolean);
  }

  async #readNames() {
    try {
      this.#names = await deviceNames(this.#app);
      this.list.refresh();
    } catch (error) {
      if (error.name !== 'ControlError') throw error;
    }
  }

  /* Filter, pause, clear */

  #setFilter(text) {
    this.input.value = text;
    this.#applyFilter();
    this.input.focus();
  }

  async #applyFilter() {
    this.#filter = readFilter(this.input.value, (id) => this.#names.get(id));
    this.#isStale = true;
    this.#inBodies = undefined;
    this.#frame ||= requestAnimationFrame(() => this.#draw());
    const { body } = this.#filter;
    if (!body.length) return;
    // What was typed since is asked for by the next call.
    const asked = this.#filter;
    const query = body.map((text) => `bodyContains=${encodeURIComponent(text)}`).join('&');
    await this.#app.act(this.#app.call('GET', `/_mock/requests?kind=any&limit=10000&${query}`).then((found) => {
      if (this.#filter !== asked) return;
      this.#inBodies = new Set(found.requests.map(({ id }) => `${this.#app.world}:${id}`));
      this.#isStale = true;
      this.#frame ||= requestAnimationFrame(() => this.#draw());
    }));
  }

  #togglePause() {
    this.#paused = !this.#paused;
    this.#waiting = 0;
    this.pause.setAttribute('aria-pressed', String(this.#paused));
    this.pause.textContent = this.#paused ? 'Paused' : 'Pause';
    this.#isStale = true;
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  async #clear() {
    const worlds = this.#app.allWorlds ? this.#app.worlds.map(({ id }) => id) : [this.#app.world];
    await this.#app.act(Promise.all(worlds.map((world) => this.#app.call('DELETE', '/_mock/requests', undefined, { world }))),
      'The journal is empty now');
    this.#close();
  }

  #key(event) {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || document.querySelector('dialog[open]')) return;
    const isTyping = event.target.matches('input, textarea, select');
    if (event.key === '/' && !isTyping) {
      event.preventDefault();
      this.input.focus();
      this.input.select();
    } else if (event.key === 'Escape' && !this.detail.hidden && !isTyping) this.#close();
    else if (event.key === 'ArrowDown' && event.target === this.input) this.list.node.focus();
  }

  /* The detail */

  #go(key) { this.#app.go('traffic', { ...(this.input.value && { filter: this.input.value }), id: key }); }

  #close() {
    this.#app.go('traffic', this.input.value ? { filter: this.input.value } : {});
    this.list.node.focus();
  }

  /** Shows what the address names. */
  async #follow() {
    const { id, filter } = this.#app.params;
    if (filter !== undefined && filter !== this.input.value) this.#setFilter(filter);
    this.pane.classList.toggle('split', Boolean(id));
    this.pane.classList.toggle('opened', Boolean(id));
    if (!id) {
      this.detail.hidden = true;
      this.#opened = undefined;
      return;
    }
    if (id === this.#opened) return;
    this.#opened = id;
    const [world, number] = [id.slice(0, id.lastIndexOf(':')), id.slice(id.lastIndexOf(':') + 1)];
    this.detail.hidden = false;
    this.detail.replaceChildren(element('p', { class: 'hint' }, 'Loading…'));
    try {
      const entry = { ...await this.#app.call('GET', `/_mock/requests/${number}`, undefined, { world }), world, key: id };
      if (this.#opened === id) this.#show(entry);
    } catch (error) {
      if (error.name !== 'ControlError') throw error;
      this.detail.replaceChildren(this.#closeButton(), element('p', { class: 'bad', role: 'alert' }, error.message));
    }
  }

  #closeButton() {
    return element('button', { type: 'button', class: 'quiet back', onclick: () => this.#close() }, NARROW.matches ? '‹ Back' : '× Close');
  }

  #show(entry) {
    const content = entry.kind === 'frame' ? frameView(entry, this.#frameActions(entry)) : exchangeView(entry, this.#actions(entry), this.#app);
    this.detail.replaceChildren(this.#closeButton(), ...content);
    this.detail.querySelector('h2')?.focus({ preventScroll: true });
    const index = this.#shown.findIndex(({ key }) => key === entry.key);
    if (index >= 0 && index !== this.list.selected) this.list.select(index);
  }

  #frameActions(entry) {
    return element('div', { class: 'bar' }, element('button', { type: 'button', onclick: () => this.#app.go('sockets', { id: entry.socket }) },
      'Its socket'), this.#pinButton(entry));
  }

  #actions(entry) {
    const app = this.#app;
    const copy = element('select', { 'aria-label': 'Copy as', onchange: () => {
      const [name, write] = SNIPPETS[copy.value] ?? [];
      copy.value = '';
      if (write) app.copy(write(requestOf(entry, location.origin)), `Copied as ${name}`);
    } }, element('option', { value: '' }, 'Copy as…'), SNIPPETS.map(([name], index) => element('option', { value: index }, name)));
    const fault = element('select', { 'aria-label': 'Next time', onchange: () => {
      const [name, wish] = this.#faultsFor(entry)[fault.value] ?? [];
      fault.value = '';
      if (!wish) return undefined;
      if (name.startsWith('Other')) return app.go('faults', { fault: JSON.stringify(wish) });
      return app.act(app.call('POST', '/_mock/faults', wish, { world: entry.world }), `${name}, once: see Faults`);
    } }, element('option', { value: '' }, 'Next time…'), this.#faultsFor(entry).map(([name], index) => element('option', { value: index }, name)));
    return element('div', { class: 'bar' }, copy, fault,
      element('button', { type: 'button', onclick: () => this.#replay(entry) }, 'Send again'),
      element('button', { type: 'button', onclick: () => this.#edit(entry) }, 'Edit and send'), this.#pinButton(entry));
  }

  #faultsFor(entry) {
    const path = entry.path.replace(/^\/_w\/[^/]+(?=\/)/, '');
    const match = { method: entry.method, path };
    const once = (fault) => ({ match, fault, times: 1 });
    return [
      ['Answer 503', once({ type: 'unavailable' })], ['Answer 500', once({ type: 'status', status: 500 })],
      ['Wait 2 seconds', once({ type: 'delay', milliseconds: 2000 })], ['Expire the token', once({ type: 'expiredToken' })],
      ['Answer 429', once({ type: 'rateLimited' })], ['Reset the connection', once({ type: 'reset' })],
      ['Spoil the JSON', once({ type: 'malformed' })], ['Other fault…', { match, fault: { type: 'status', status: 503 } }],
    ];
  }

  #replay(entry, changes) {
    return this.#app.act(this.#app.call('POST', `/_mock/requests/${entry.id}/replay`, changes, { world: entry.world }).then((done) => {
      if (done.id) this.#go(`${entry.world}:${done.id}`);
      return done;
    }), ({ status }) => (status ? `Sent again: ${status}` : 'Sent again; the client would have got no answer'));
  }

  async #edit(entry) {
    const { request } = entry;
    const isText = request.encoding !== 'base64';
    const body = request.body === undefined || !isText ? ''
      : typeof request.body === 'string' && request.encoding === 'text' ? request.body : JSON.stringify(request.body, null, 2);
    const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${[value].flat().join(', ')}`).join('\n');
    const answer = await this.#app.ask({
      title: `${entry.method} ${entry.path}`, confirm: 'Send', text: 'What is blacked out is sent as it was, unless you change it.',
      fields: [{ name: 'headers', label: 'Headers', type: 'textarea', value: headers },
        ...(isText ? [{ name: 'body', label: 'Content', type: 'textarea', value: body }] : [])],
    });
    if (!answer) return;
    const changed = changedHeaders(headers, answer.headers);
    await this.#replay(entry, { ...(Object.keys(changed).length && { headers: changed }),
      ...(answer.body !== undefined && answer.body !== body && { body: answer.body }) });
  }

  /** Pins an entry, or compares it with the one that is pinned. */
  #pinButton(entry) {
    const other = this.#pinned && this.#pinned.key !== entry.key && this.#pinned;
    const button = element('button', { type: 'button', onclick: () => {
      if (other) return this.#compare(other, entry);
      this.#pinned = this.#pinned ? undefined : entry;
      return button.replaceWith(this.#pinButton(entry));
    } }, other ? `Compare with ${other.id}` : this.#pinned ? 'Pinned; open another' : 'Pin to compare');
    return button;
  }

  #compare(left, right) {
    const found = differences(left, right);
    const head = [['What', ''], [`${left.id}`, left.time.slice(11, 23)], [`${right.id}`, right.time.slice(11, 23)]];
    this.detail.replaceChildren(this.#closeButton(), element('h2', { tabindex: '-1' }, `What differs between ${left.id} and ${right.id}`),
      element('div', { class: 'bar' }, element('button', { type: 'button', onclick: () => { this.#pinned = undefined; this.#show(right); } }, 'Unpin')),
      found.length ? element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Differences' },
        element('table', { class: 'grid' }, element('thead', {}, element('tr', {}, head.map(([name, note]) => (
          element('th', { scope: 'col' }, name, note && element('span', { class: 'hint' }, ` ${note}`)))))),
        element('tbody', {}, found.map(({ what, left: one, right: two }) => element('tr', {}, element('th', { scope: 'row' }, what),
          element('td', {}, visible(one ?? '–')), element('td', {}, visible(two ?? '–')))))))
        : element('p', {}, 'Nothing but the time.'));
    this.detail.querySelector('h2').focus();
  }
}

/** The headers that were changed in a text of `Name: value` lines; null for one that was taken out. */
export function changedHeaders(before, after) {
  const read = (text) => new Map(text.split('\n').filter((line) => line.includes(':')).map((line) => (
    [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()])));
  const [old, now] = [read(before), read(after)];
  const changed = {};
  for (const name of old.keys()) if (!now.has(name)) changed[name] = null;
  for (const [name, value] of now) if (old.get(name) !== value) changed[name] = value;
  return changed;
}
