// Worlds: made, forked, followed, reset and deleted.
import { disclosure, element } from '../shared/dom.js';
import { clockState, clockTime, counted, iso, momentOf, span, utc } from './moment.js';
import {
  arrange, atMostEvery, button, formField, options, parsed, quietly, readWhenChanged, refused, showProblems,
} from './parts.js';

const SHOWN_AT_ONCE = 100;
const FILTER_FROM = 8;
// What the server takes as the name of a snapshot.
const NAME = /^[A-Za-z0-9._-]{1,64}$/;
const NAME_RULE = '1 to 64 letters, digits, dots, dashes and underscores; no spaces.';

export const view = { id: 'worlds', title: 'Worlds', mount };

function mount(root, app) {
  const making = makeForm(app);
  const list = worldList(app, (id) => making.begin(`world:${id}`));
  const kept = snapshots(app, (name) => making.begin(`snapshot:${name}`), making.setSnapshots);
  const loading = element('p', { class: 'hint card', role: 'status' }, 'Loading…');
  root.append(element('h1', {}, 'Worlds'),
    element('p', { class: 'hint' }, 'Each has its own data, clock, faults and journal. ',
      'Requests select one by its base address, or by the header ', element('code', {}, 'X-Mock-World'), '.'), loading);
  const take = (worlds) => { list.take(worlds); making.setWorlds(worlds); };
  // What stands below the lists is put there when they have their height.
  const begin = (worlds) => {
    if (!loading.isConnected || !worlds.length) return;
    take(worlds);
    loading.replaceWith(list.node, making.node, element('div', { class: 'pane split' }, kept.node, stateCard(app)));
  };
  const read = atMostEvery(1000, async () => {
    const found = await quietly(app.call('GET', '/_mock/worlds', undefined, { world: 'default' }));
    if (!found) return;
    if (loading.isConnected) await kept.read();
    take(found.worlds);
    begin(found.worlds);
  });
  const ends = [
    app.on('second', list.tick), app.on('entries', read), app.on('activity', read), read.stop,
    readWhenChanged(app, read), readWhenChanged(app, kept.read),
  ];
  return () => ends.forEach((end) => end());
}

function worldList(app, fork) {
  let worlds = [];
  const items = new Map();
  const place = element('ul', { class: 'worlds' });
  const search = element('input', { type: 'search', oninput: () => show(), autocomplete: 'off', spellcheck: 'false' });
  const searchField = element('label', { class: 'field' }, 'Find ', search);
  const count = element('span', { class: 'hint' });
  const all = button('Follow all worlds', () => app.setWorld(app.allWorlds ? 'default' : '*'),
    { 'aria-pressed': String(app.allWorlds) });

  function show() {
    searchField.hidden = worlds.length < FILTER_FROM;
    const wanted = searchField.hidden ? '' : search.value.trim().toLowerCase();
    const fitting = worlds.filter(({ id, name = '' }) => `${id} ${name}`.toLowerCase().includes(wanted));
    const shown = fitting.slice(0, SHOWN_AT_ONCE);
    for (const id of [...items.keys()]) if (!worlds.some((world) => world.id === id)) items.delete(id);
    for (const world of shown) {
      if (!items.has(world.id)) items.set(world.id, worldItem(app, world, fork));
      items.get(world.id).show(world);
    }
    arrange(place, shown.map(({ id }) => items.get(id).node));
    const rest = fitting.length > shown.length ? `; ${shown.length} are shown` : '';
    count.textContent = counted(fitting.length, 'world') + rest;
  }

  return {
    node: element('div', { class: 'worlds' }, element('div', { class: 'bar' }, all, searchField, count), place),
    take(found) {
      worlds = found.map((world) => ({ ...world, readAt: performance.now() }));
      show();
    },
    tick() { for (const item of items.values()) item.tick(); },
  };
}

function worldItem(app, { id, basePath }, fork) {
  let world;
  const address = `${location.origin}${basePath}`;
  const [name, clock, requests, idle] = ['span', 'dd', 'dd', 'dd'].map((tag) => element(tag));
  const fact = (title, value) => element('div', {}, element('dt', {}, title), value);
  const change = (verb, run, more) => button(verb, run, { 'aria-label': `${verb} ${id}`, ...more });
  const item = {
    node: element('li', { class: 'card' },
      element('div', { class: 'bar' }, element('h2', {}, id), name),
      element('dl', { class: 'facts' }, fact('Clock', clock), fact('Requests', requests), fact('Idle', idle),
        fact('Base address', element('dd', {}, element('code', {}, address), ' ',
          button('Copy', () => app.copy(address), { class: 'quiet',
            'aria-label': `Copy the base address of ${id}` })))),
      element('div', { class: 'bar' },
        change('Follow', () => app.setWorld(id), { 'aria-pressed': String(!app.allWorlds && app.world === id) }),
        change('Fork', () => fork(id)), change('Reset', () => reset(app, id), { class: 'danger' }),
        id !== 'default' && change('Delete', () => remove(app, id), { class: 'danger' }))),
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
  const isMeant = await app.ask({ title: `Reset ${id}?`, confirm: 'Reset', danger: true,
    text: 'Its rows, clock, tokens, limits, faults and journal are reset. Snapshots are kept, sockets stay open.' });
  if (isMeant) await app.act(app.call('POST', '/_mock/reset', undefined, { world: id }), `${id} is reset.`);
}

async function remove(app, id) {
  const isMeant = await app.ask({ title: `Delete ${id}?`, confirm: 'Delete', danger: true,
    text: 'This deletes its data, journal and snapshots, and closes its sockets. Requests that name it are refused.' });
  if (!isMeant) return;
  const call = app.call('DELETE', `/_mock/worlds/${encodeURIComponent(id)}`, undefined, { world: 'default' });
  if (await app.act(call, `${id} is deleted.`) && !app.allWorlds && app.world === id) app.setWorld('default');
}

/** The form that makes a world: `{node, setWorlds, setSnapshots, begin(from)}`. */
function makeForm(app) {
  const fields = new Map([
    { name: 'id', label: 'Id', hint: 'Letters, digits, dots, dashes, underscores; the next free one without it.' },
    { name: 'name', label: 'Display name', maxlength: '200' },
    { name: 'from', label: 'Begins with', kind: 'choice' },
    { name: 'set', label: 'Its clock shows', kind: 'datetime-local', step: '1',
      hint: 'In UTC. Without it, real time, or that of the world or snapshot.' },
    { name: 'freeze', label: 'Its clock is frozen', kind: 'flag' },
    { name: 'follow', label: 'Follow it immediately', kind: 'flag' },
  ].map((field) => [field.name, formField(field)]));
  let [worlds, names] = [[], []];
  const { input: from } = fields.get('from');
  const node = disclosure('New world', true, () => element('form', { onsubmit: send },
    element('div', { class: 'form-fields' }, [...fields.values()].map((field) => field.node)),
    element('button', { type: 'submit', class: 'primary' }, 'Create world')));
  node.classList.add('card');
  node.open = false;

  function showSources() {
    const { value } = from;
    const choices = [{ value: 'seed', label: 'the data set' },
      ...worlds.map(({ id }) => ({ value: `world:${id}`, label: `what ${id} is now` })),
      ...names.map((name) => ({ value: `snapshot:${name}`, label: `the snapshot ${name}` }))];
    const key = JSON.stringify(choices);
    if (from.dataset.key === key) return;
    from.dataset.key = key;
    from.replaceChildren(...options(choices));
    from.value = choices.some((choice) => choice.value === value) ? value : 'seed';
  }

  async function send(event) {
    event.preventDefault();
    const definition = definitionOf((name) => fields.get(name).value.trim());
    let [made, problems] = [undefined, {}];
    // A snapshot is looked for in the world that is asked, then in the default one.
    const call = app.call('POST', '/_mock/worlds', definition,
      { world: definition.from.startsWith('snapshot:') ? app.world : 'default' });
    const isDone = await app.act(call.then((world) => { made = world; }, (error) => {
      if (fields.has(error.field)) problems = { [error.field]: error.message };
      throw error;
    }), () => `The world ${made.id} is created.`);
    showProblems(fields, problems);
    if (!isDone) return;
    for (const name of ['id', 'name']) fields.get(name).value = '';
    if (fields.get('follow').value) app.setWorld(made.id);
  }

  showSources();
  return {
    node,
    setWorlds(found) { worlds = found; showSources(); },
    setSnapshots(found) { names = found; showSources(); },
    begin(source) {
      node.open = true;
      from.value = source;
      node.scrollIntoView({ block: 'nearest' });
      fields.get('id').input.focus();
    },
  };
}

/** The body of the call, from the texts of the fields. */
function definitionOf(text) {
  const moment = momentOf(text('set'), false);
  const clock = { ...(!Number.isNaN(moment) && { set: iso(moment) }), ...(text('freeze') && { freeze: true }) };
  const hasClock = Object.keys(clock).length > 0;
  return { id: text('id') || null, name: text('name') || null, from: text('from'), clock: hasClock ? clock : null };
}

/* Snapshots of the followed world, and its state as a file. */

/** The card of the snapshots: `{node, read}`; `makeWorld` receives a name, `report` all of them. */
function snapshots(app, makeWorld, report) {
  let names = [];
  let shown;
  const place = element('ul', { class: 'snapshots' });
  const none = element('p', { class: 'hint', hidden: true }, 'There are no snapshots yet.');
  const field = formField({ name: 'snapshot', label: 'Name', hint: NAME_RULE });

  async function take(event) {
    event.preventDefault();
    const name = field.value.trim();
    if (!NAME.test(name)) {
      field.fail(name ? 'This name is too long or has other characters.' : 'Enter a name for the snapshot.');
      field.input.focus();
      return;
    }
    const isMeant = !names.includes(name) || await app.ask({ title: `Replace ${name}?`, confirm: 'Replace',
      text: 'A snapshot with this name exists. The current state of the world replaces it.' });
    if (!isMeant) return;
    const call = app.call('PUT', `/_mock/snapshots/${name}`);
    if (await app.act(call, `The snapshot ${name} is taken.`)) field.value = '';
  }

  async function read() {
    const found = await quietly(app.call('GET', '/_mock/snapshots'));
    const key = JSON.stringify(found);
    if (!found || key === shown) return;
    shown = key;
    names = found.snapshots.map(({ name }) => name);
    none.hidden = names.length > 0;
    place.replaceChildren(...found.snapshots.map(item));
    report(names);
  }

  function item({ name, takenAt, world }) {
    const path = `/_mock/snapshots/${name}`;
    const change = (verb, run, more) => button(verb, run, { 'aria-label': `${verb}: ${name}`, ...more });
    return element('li', {},
      element('div', {}, element('h3', {}, name), element('p', { class: 'hint' },
        `Taken when the clock of ${world} showed ${utc(Date.parse(takenAt))} UTC.`)),
      element('div', { class: 'bar' },
        change('Restore', async () => {
          const isMeant = await app.ask({ title: `Restore ${name}?`, confirm: 'Restore', danger: true,
            text: `${app.world} gets the state of the snapshot; what it has now is lost, unless you took a snapshot of `
              + 'it. The journal is kept.' });
          if (isMeant) await app.act(app.call('POST', `${path}/restore`), `${app.world} has the state of ${name}.`);
        }, { class: 'danger' }),
        change('Create world from it', () => makeWorld(name)),
        change('Delete', async () => {
          const isMeant = await app.ask({ title: `Delete the snapshot ${name}?`, confirm: 'Delete', danger: true });
          if (isMeant) await app.act(app.call('DELETE', path), `The snapshot ${name} is deleted.`);
        }, { class: 'danger' })));
  }

  return {
    node: element('section', { class: 'card', 'aria-labelledby': 'snapshots-title' },
      element('h2', { id: 'snapshots-title' }, `Snapshots of ${app.world}`),
      element('p', { class: 'hint' }, 'The whole world as it is. Restoring keeps the journal.'),
      element('form', { class: 'bar snapshot-form', onsubmit: take }, field.node,
        element('button', { type: 'submit', class: 'primary' }, 'Take a snapshot')),
      none, place),
    read,
  };
}

/** The card that writes the world into a file and reads one. */
function stateCard(app) {
  const file = element('input', { type: 'file', accept: '.json,application/json', onchange: load });
  const name = `${app.world}-state.json`;

  async function checked(call) {
    const response = await call;
    if (response.ok) return response;
    return refused(parsed(await response.text())?.error?.message ?? `the server responded with ${response.status}`);
  }

  async function save() {
    const response = await checked(app.raw('GET', '/_mock/state'));
    const address = URL.createObjectURL(await response.blob());
    element('a', { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }

  async function load() {
    const [chosen] = file.files;
    if (!chosen) return;
    const body = await chosen.text();
    file.value = '';
    const tables = parsed(body)?.tables;
    if (typeof tables !== 'object') {
      await app.act(refused(`${chosen.name} is not a state: a JSON object with "tables" is expected`));
      return;
    }
    const rows = counted(Object.values(tables ?? {}).flat().length, 'row');
    const isMeant = await app.ask({ title: `Import ${chosen.name} into ${app.world}?`, confirm: 'Import', danger: true,
      text: `${counted(Object.keys(tables ?? {}).length, 'table')} are cleared and get ${rows} from the file. `
        + 'The clock is imported if it was frozen. If one row is invalid, nothing changes.' });
    // The text itself is sent: read and written again, long numbers would lose digits.
    const headers = { 'Content-Type': 'application/json' };
    if (!isMeant) return;
    const call = checked(app.raw('PUT', '/_mock/state', { headers, body }));
    await app.act(call, `${app.world} has ${rows} of ${chosen.name}.`);
  }

  return element('section', { class: 'card', 'aria-labelledby': 'state-title' },
    element('h2', { id: 'state-title' }, `State of ${app.world}`),
    element('p', { class: 'hint' }, 'Every row of every table, the clock and the random state, as JSON.'),
    element('div', { class: 'bar' }, button('Export as a file',
      () => app.act(save(), `The state is in the file ${name}.`))),
    element('label', { class: 'field' }, 'Import a file ', file));
}
