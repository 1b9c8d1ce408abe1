// Worlds: made, forked, followed, reset and deleted; and the snapshots and the state of the one that is followed.
import { disclosure, element } from '/docs/dom.js';
import { ControlError } from './control.js';
import { formField, showProblems } from './form-field.js';
import { atMostEvery, clockState, clockTime, counted, iso, momentOf, span, utc } from './moment.js';

const SHOWN_AT_ONCE = 100;
const FILTER_FROM = 8;
const NAME = '[A-Za-z0-9._\\-]{1,64}';
const NAME_HINT = '1 to 64 letters, digits, dots, dashes and underscores';

export const view = { id: 'worlds', title: 'Worlds', mount };

function mount(root, app) {
  const making = makeForm(app);
  const list = worldList(app, (id) => making.begin({ from: `world:${id}` }));
  const kept = snapshots(app, (name) => making.begin({ from: `snapshot:${name}` }), making.setSnapshots);
  root.append(element('h1', {}, 'Worlds'),
    element('p', { class: 'hint' }, 'Each world has its own data, clock, faults and journal. An app enters one by the base '
      + 'address below, or by the header ', element('code', {}, 'X-Mock-World'), '.'),
    list.node, making.node,
    element('div', { class: 'pane split' }, kept.node, stateCard(app)));
  const read = atMostEvery(1000, async () => {
    const worlds = (await quietly(app.call('GET', '/_mock/worlds', undefined, { world: 'default' })))?.worlds;
    if (!worlds) return;
    list.take(worlds);
    making.setWorlds(worlds);
  });
  const ends = [
    app.on('second', list.tick),
    app.on('entries', read),
    app.on('activity', ({ world }) => {
      read();
      if (world === app.world) kept.read();
    }),
    app.on('connection', ({ state }) => { if (state === 'open') { read(); kept.read(); } }),
    read.stop,
  ];
  list.take(app.worlds);
  making.setWorlds(app.worlds);
  read();
  kept.read();
  return () => ends.forEach((end) => end());
}

/** What a call gives; nothing when it failed, since the page says that by itself. */
async function quietly(promise) {
  try {
    return await promise;
  } catch (error) {
    if (error.name !== 'ControlError') throw error;
    return undefined;
  }
}

function button(text, onclick, more = {}) {
  return element('button', { type: 'button', onclick, ...more }, text);
}

// MARK: The list

function worldList(app, fork) {
  const items = new Map();
  const place = element('ul', { class: 'worlds' });
  const search = element('input', { type: 'search', oninput: () => show(), autocomplete: 'off', spellcheck: 'false' });
  const searchField = element('label', { class: 'field', hidden: true }, 'Find ', search);
  const count = element('span', { class: 'hint' });
  const all = button('Follow all worlds', () => app.setWorld(app.allWorlds ? 'default' : '*'),
    { 'aria-pressed': String(app.allWorlds) });
  let worlds = [];

  function take(found) {
    worlds = found.map((world) => ({ ...world, readAt: performance.now() }));
    searchField.hidden = worlds.length < FILTER_FROM;
    show();
  }

  function show() {
    const wanted = searchField.hidden ? '' : search.value.trim().toLowerCase();
    const fitting = worlds.filter(({ id, name }) => `${id} ${name ?? ''}`.toLowerCase().includes(wanted));
    const shown = fitting.slice(0, SHOWN_AT_ONCE);
    const ids = new Set(shown.map(({ id }) => id));
    for (const [id, item] of items) if (!ids.has(id)) { item.node.remove(); items.delete(id); }
    shown.forEach((world, index) => {
      if (!items.has(world.id)) items.set(world.id, worldItem(app, world, fork));
      const item = items.get(world.id);
      item.show(world);
      if (place.children[index] !== item.node) place.insertBefore(item.node, place.children[index] ?? null);
    });
    count.textContent = counted(fitting.length, 'world')
      + (fitting.length > shown.length ? `, of which the first ${shown.length} are shown` : '');
  }

  return {
    node: element('div', { class: 'worlds-list' }, element('div', { class: 'bar' }, all, searchField, count), place),
    take,
    tick() { for (const item of items.values()) item.tick(); },
  };
}

function worldItem(app, { id, basePath }, fork) {
  let world;
  const address = `${location.origin}${basePath}`;
  const name = element('span');
  const isFollowed = !app.allWorlds && app.world === id;
  const fact = (title) => {
    const value = element('dd');
    return [value, element('div', {}, element('dt', {}, title), value)];
  };
  const [clock, clockNode] = fact('Clock');
  const [requests, requestsNode] = fact('Requests');
  const [idle, idleNode] = fact('Idle');
  const about = (verb) => ({ 'aria-label': `${verb} ${id}` });
  const item = {
    node: element('li', { class: 'card world' },
      element('div', { class: 'bar' }, element('h2', {}, id), name, isFollowed && element('span', { class: 'chip' }, 'followed')),
      element('dl', { class: 'facts' }, clockNode, requestsNode, idleNode,
        element('div', { class: 'address' }, element('dt', {}, 'Base address'),
          element('dd', {}, element('code', {}, address), ' ',
            button('Copy', () => app.copy(address), { class: 'quiet', 'aria-label': `Copy the base address of ${id}` })))),
      element('div', { class: 'bar' },
        button('Follow', () => app.setWorld(id), { 'aria-pressed': String(isFollowed), ...about('Follow') }),
        button('Fork', () => fork(id), about('Fork')),
        button('Reset', () => reset(app, id), about('Reset')),
        id !== 'default' && button('Delete', () => remove(app, id), { class: 'danger', ...about('Delete') }))),
    show(next) {
      world = next;
      name.textContent = world.name && world.name !== id ? world.name : '';
      requests.textContent = world.requests.toLocaleString('en');
      item.tick();
    },
    tick() {
      const passed = performance.now() - world.readAt;
      clock.textContent = `${utc(clockTime(world.clock, passed))} UTC, ${clockState(world.clock)}`;
      idle.textContent = span(world.idleSeconds + passed / 1000);
    },
  };
  return item;
}

async function reset(app, id) {
  const isMeant = await app.ask({
    title: `Reset ${id}?`, confirm: 'Reset', danger: true,
    text: 'Its rows, clock, tokens, limits, faults and journal begin anew. Its snapshots are kept, and its sockets stay open.',
  });
  if (isMeant) await app.act(app.call('POST', '/_mock/reset', undefined, { world: id }), `${id} begins anew.`);
}

async function remove(app, id) {
  const isMeant = await app.ask({
    title: `Delete ${id}?`, confirm: 'Delete', danger: true,
    text: 'Its data, journal and snapshots are gone then. Its sockets are closed, and requests that name it are refused.',
  });
  if (!isMeant) return;
  const call = app.call('DELETE', `/_mock/worlds/${encodeURIComponent(id)}`, undefined, { world: 'default' });
  if (await app.act(call, `${id} is deleted.`) && !app.allWorlds && app.world === id) app.setWorld('default');
}

// MARK: Making

function makeForm(app) {
  const fields = new Map([
    ['id', formField({ name: 'id', label: 'Id', hint: `${NAME_HINT}; the next free one without it`, pattern: NAME })],
    ['name', formField({ name: 'name', label: 'Name for people', maxlength: '200' })],
    ['from', formField({ name: 'from', label: 'Begins with', kind: 'choice', choices: [] })],
    ['set', formField({ name: 'set', label: 'Its clock shows', kind: 'datetime-local', step: '1',
      hint: 'In UTC. Without it, real time, or that of the world or snapshot.' })],
    ['freeze', formField({ name: 'freeze', label: 'Its clock stands still', kind: 'flag' })],
    ['randomSeed', formField({ name: 'randomSeed', label: 'Random seed', kind: 'number', pattern: '[0-9]{1,15}',
      hint: 'A whole number; worlds with the same one have the same chance.' })],
    ['follow', formField({ name: 'follow', label: 'Follow it at once', kind: 'flag' })],
  ]);
  let [worlds, names] = [[], []];
  const form = element('form', { class: 'world-form', onsubmit: send }, [...fields.values()].map(({ node }) => node),
    element('div', { class: 'bar' }, element('button', { type: 'submit', class: 'primary' }, 'Make the world')));
  const node = disclosure('Make a world', false, () => form);
  node.classList.add('card');
  const { input: from } = fields.get('from');

  function showSources() {
    const choices = [['seed', 'the data set'], ...worlds.map(({ id }) => [`world:${id}`, `what ${id} is now`]),
      ...names.map((name) => [`snapshot:${name}`, `the snapshot ${name}`])];
    const key = JSON.stringify(choices);
    if (from.dataset.key === key) return;
    const { value } = from;
    from.replaceChildren(...choices.map(([each, label]) => element('option', { value: each }, label)));
    from.dataset.key = key;
    from.value = choices.some(([each]) => each === value) ? value : 'seed';
  }

  async function send(event) {
    event.preventDefault();
    const wish = wishOf((name) => fields.get(name).value.trim());
    // A snapshot is looked for in the world that is asked, then in the default one.
    const world = wish.from.startsWith('snapshot:') ? app.world : 'default';
    let problems = {};
    const call = app.call('POST', '/_mock/worlds', wish, { world }).catch((error) => {
      const field = error.field === 'clock' ? 'set' : error.field;
      if (fields.has(field)) problems = { [field]: error.message };
      throw error;
    });
    let made;
    const isDone = await app.act(call.then((answer) => { made = answer; }), () => `The world ${made.id} is made.`);
    showProblems(fields, problems);
    if (!isDone) return;
    for (const name of ['id', 'name']) fields.get(name).value = '';
    if (fields.get('follow').value) app.setWorld(made.id);
  }

  showSources();
  return {
    node,
    setWorlds(found) { worlds = found; showSources(); },
    setSnapshots(found) { names = found.map(({ name }) => name); showSources(); },
    /** Opens the form with some fields filled. */
    begin(values) {
      node.open = true;
      for (const [name, value] of Object.entries(values)) fields.get(name).value = value;
      node.scrollIntoView({ block: 'nearest' });
      // The form is rendered when it is opened for the first time, after this.
      setTimeout(() => fields.get('id').input.focus());
    },
  };
}

/** The body of the call, from the texts of the fields. */
function wishOf(text) {
  const moment = momentOf(text('set'), false);
  const clock = { ...(Number.isFinite(moment) && { set: iso(moment) }), ...(text('freeze') && { freeze: true }) };
  return {
    ...(text('id') && { id: text('id') }),
    ...(text('name') && { name: text('name') }),
    from: text('from') || 'seed',
    ...(Object.keys(clock).length && { clock }),
    ...(text('randomSeed') && { randomSeed: Number(text('randomSeed')) }),
  };
}

// MARK: Snapshots and state

function snapshots(app, makeWorld, tell) {
  const place = element('ul', { class: 'snapshots' });
  const none = element('p', { class: 'hint' }, 'There is none yet.');
  const field = formField({ name: 'snapshot', label: 'Name', pattern: NAME, required: true, title: NAME_HINT });
  field.input.required = true;
  let known = [];

  async function take(event) {
    event.preventDefault();
    const name = field.value.trim();
    const isMeant = !known.includes(name) || await app.ask({ title: `Replace ${name}?`, confirm: 'Replace',
      text: 'There is a snapshot of this name. It is replaced by the world as it is now.' });
    if (!isMeant) return;
    const call = app.call('PUT', `/_mock/snapshots/${encodeURIComponent(name)}`).catch((error) => {
      if (error.field === 'name') field.fail(error.message);
      throw error;
    });
    if (await app.act(call, `The snapshot ${name} is taken.`)) field.value = '';
    await read();
  }

  async function read() {
    const found = (await quietly(app.call('GET', '/_mock/snapshots')))?.snapshots;
    if (!found) return;
    known = found.map(({ name }) => name);
    none.hidden = found.length > 0;
    tell(found);
    const key = JSON.stringify(found);
    if (place.dataset.key === key) return;
    place.dataset.key = key;
    place.replaceChildren(...found.map(item));
  }

  function item({ name, takenAt, world }) {
    const path = `/_mock/snapshots/${encodeURIComponent(name)}`;
    const about = (verb) => ({ 'aria-label': `${verb} ${name}` });
    return element('li', {},
      element('div', {}, element('h3', {}, name), element('p', { class: 'hint' },
        `Taken when the clock of ${world} showed ${utc(Date.parse(takenAt))} UTC.`)),
      element('div', { class: 'bar' },
        button('Restore', () => app.act(app.call('POST', `${path}/restore`), `${app.world} is as it was at ${name}.`),
          about('Restore')),
        button('Make a world from it', () => makeWorld(name), about('Make a world from')),
        button('Delete', async () => {
          const isMeant = await app.ask({ title: `Delete the snapshot ${name}?`, confirm: 'Delete', danger: true });
          if (isMeant && await app.act(app.call('DELETE', path), `The snapshot ${name} is deleted.`)) await read();
        }, { class: 'danger', ...about('Delete the snapshot') })));
  }

  return {
    node: element('section', { class: 'card', 'aria-labelledby': 'snapshots-title' },
      element('h2', { id: 'snapshots-title' }, `Snapshots of ${app.world}`),
      element('p', { class: 'hint' }, 'The whole world as it is: data, clock, tokens, faults. Restoring keeps the journal.'),
      element('form', { class: 'snapshot-form', onsubmit: take }, field.node,
        element('button', { type: 'submit', class: 'primary' }, 'Take a snapshot')),
      none, place),
    read,
  };
}

function stateCard(app) {
  const file = element('input', { type: 'file', accept: '.json,application/json', onchange: load });

  async function save() {
    let name;
    const write = async () => {
      const response = await app.raw('GET', '/_mock/state');
      if (!response.ok) throw new ControlError(`the server answered ${response.status}`, response.status);
      name = `${app.world}-${utc(Date.now()).replaceAll(/[ :]/g, '-')}.json`;
      const address = URL.createObjectURL(await response.blob());
      element('a', { href: address, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    };
    await app.act(write(), () => `The state is in the file ${name}.`);
  }

  async function put(text) {
    const response = await app.raw('PUT', '/_mock/state', { headers: { 'Content-Type': 'application/json' }, body: text });
    if (response.ok) return;
    const message = parsed(await response.text())?.error?.message;
    throw new ControlError(message ?? `the server answered ${response.status}`, response.status);
  }

  async function load() {
    const [chosen] = file.files;
    if (!chosen) return;
    const text = await chosen.text().catch(() => '');
    const state = parsed(text);
    file.value = '';
    const tables = Object.entries(state?.tables ?? {}).filter(([, rows]) => Array.isArray(rows));
    if (typeof state?.tables !== 'object') {
      await app.act(Promise.reject(new ControlError(`${chosen.name} is no state: a JSON object with "tables" is expected`)));
      return;
    }
    const rows = tables.reduce((sum, [, each]) => sum + each.length, 0);
    const isMeant = await app.ask({
      title: `Import ${chosen.name} into ${app.world}?`, confirm: 'Import', danger: true,
      text: `${counted(tables.length, 'table')} of ${app.world} are emptied and get ${counted(rows, 'row')} from the file. `
        + 'Its clock is taken over when it was frozen. When one row does not fit, nothing changes.',
    });
    // The text itself is sent: read and written again, long numbers would lose digits.
    if (isMeant) await app.act(put(text), `${app.world} has ${counted(rows, 'row')} of ${chosen.name}.`);
  }

  return element('section', { class: 'card', 'aria-labelledby': 'state-title' },
    element('h2', { id: 'state-title' }, `State of ${app.world}`),
    element('p', { class: 'hint' }, 'Every row of every table, the clock and the state of chance, as JSON.'),
    element('div', { class: 'bar' }, button('Export as a file', save)),
    element('label', { class: 'field' }, 'Import a file ', file));
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
