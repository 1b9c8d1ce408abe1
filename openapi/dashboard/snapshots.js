// Snapshots of the followed world, and its state as a file.
import { element } from './dom.js';
import { counted, utc } from './moment.js';
import { button, formField, parsed, quietly, refused } from './parts.js';

/** The card of the snapshots: `{node, read}`; `makeWorld` is told of a name, `tell` of all of them. */
export function snapshots(app, makeWorld, tell) {
  let names = [];
  let shown;
  const place = element('ul', { class: 'snapshots' });
  const none = element('p', { class: 'hint', hidden: true }, 'There is none yet.');
  const field = formField({ name: 'snapshot', label: 'Name', pattern: '[A-Za-z0-9._\\-]{1,64}',
    title: '1 to 64 letters, digits, dots, dashes and underscores' });
  field.input.required = true;

  async function take(event) {
    event.preventDefault();
    const name = field.value.trim();
    const isMeant = !names.includes(name) || await app.ask({ title: `Replace ${name}?`, confirm: 'Replace',
      text: 'There is a snapshot of this name. It is replaced by the world as it is now.' });
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
    tell(names);
  }

  function item({ name, takenAt, world }) {
    const path = `/_mock/snapshots/${name}`;
    const change = (verb, run, more) => button(verb, run, { 'aria-label': `${verb}: ${name}`, ...more });
    return element('li', {},
      element('div', {}, element('h3', {}, name), element('p', { class: 'hint' },
        `Taken when the clock of ${world} showed ${utc(Date.parse(takenAt))} UTC.`)),
      element('div', { class: 'bar' },
        change('Restore', () => app.act(app.call('POST', `${path}/restore`), `${app.world} is as it was at ${name}.`)),
        change('Make a world from it', () => makeWorld(name)),
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
export function stateCard(app) {
  const file = element('input', { type: 'file', accept: '.json,application/json', onchange: load });
  const name = `${app.world}-state.json`;

  async function checked(call) {
    const response = await call;
    if (response.ok) return response;
    return refused(parsed(await response.text())?.error?.message ?? `the server answered ${response.status}`);
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
      await app.act(refused(`${chosen.name} is no state: a JSON object with "tables" is expected`));
      return;
    }
    const rows = counted(Object.values(tables ?? {}).flat().length, 'row');
    const isMeant = await app.ask({ title: `Import ${chosen.name} into ${app.world}?`, confirm: 'Import', danger: true,
      text: `${counted(Object.keys(tables ?? {}).length, 'table')} are emptied and get ${rows} from the file. `
        + 'The clock is taken over when it was frozen. When one row does not fit, nothing changes.' });
    // The text itself is sent: read and written again, long numbers would lose digits.
    const headers = { 'Content-Type': 'application/json' };
    if (!isMeant) return;
    const call = checked(app.raw('PUT', '/_mock/state', { headers, body }));
    await app.act(call, `${app.world} has ${rows} of ${chosen.name}.`);
  }

  return element('section', { class: 'card', 'aria-labelledby': 'state-title' },
    element('h2', { id: 'state-title' }, `State of ${app.world}`),
    element('p', { class: 'hint' }, 'Every row of every table, the clock and the state of chance, as JSON.'),
    element('div', { class: 'bar' }, button('Export as a file',
      () => app.act(save(), `The state is in the file ${name}.`))),
    element('label', { class: 'field' }, 'Import a file ', file));
}
