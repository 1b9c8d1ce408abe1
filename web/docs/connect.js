// The page for devices: whether the server reaches this one, its addresses, and what to set up.
import { element, inline } from '../shared/dom.js';
import { fetchJSON } from './documents.js';
import { probesOf, runProbes } from './reach.js';
import { androidSteps, authoritySteps, phoneSteps } from './steps.js';

const MARKS = { ok: '✓', failed: '✗', off: '–', waiting: '…' };
const main = document.getElementById('main');

try {
  show(await fetchJSON('/_mock/connect.json'));
} catch (error) {
  main.replaceChildren(element('h1', {}, 'Connect a device'),
    element('p', { class: 'bad', role: 'alert' }, `The addresses could not be loaded: ${error.message}`));
}
main.removeAttribute('aria-busy');

function show(info) {
  main.replaceChildren(...[
    element('h1', {}, 'Connect a device'),
    check(info),
    section('Addresses', addresses(info)),
    info.page && section('For the camera', code(info)),
    info.tls?.authority && section('The certificate', authoritySteps(info)),
    section('iPhone and iPad', phoneSteps(info)),
    section('Android', androidSteps(info)),
  ].filter(Boolean));
}

function section(title, content) {
  return element('section', {}, element('h2', {}, title), content);
}

/** The connection tests of this device, run immediately and when the user returns from the settings. */
function check(info) {
  const rows = probesOf(info, location).map((probe) => ({ probe, ...row(probe) }));
  const button = element('button', { type: 'button', onclick: () => run() }, 'Check again');
  const run = async () => {
    if (button.disabled) return;
    button.disabled = true;
    await runProbes(rows.map(({ probe }) => probe), (probe, outcome) => {
      rows.find((each) => each.probe === probe).update(outcome);
    });
    button.disabled = false;
  };
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && run());
  run();
  return section('Does this device reach the server?', element('div', {},
    element('ul', { class: 'card', 'aria-live': 'polite' }, rows.map(({ node }) => node)), button));
}

function row(probe) {
  const mark = element('span', { class: 'mark', 'aria-hidden': 'true' });
  const state = element('span', { class: 'state' });
  const reason = element('span', { class: 'reason' });
  const node = element('li', { class: 'probe', 'data-probe': probe.name }, mark,
    element('span', { class: 'name' }, probe.title), state, reason);
  const update = (outcome) => {
    node.dataset.state = outcome.state;
    mark.textContent = MARKS[outcome.state];
    state.textContent = outcome.text;
    reason.replaceChildren(...inline(outcome.reason));
    reason.hidden = !outcome.reason;
  };
  update({ state: 'waiting', text: 'checking' });
  return { node, update };
}

function addresses(info) {
  const places = [
    ...info.urls.map((each) => ['In this network', each, each.interface]),
    info.name && ['In this network, by name', info.name],
    info.local && ['iOS simulator, browsers on the same computer', info.local],
    info.emulator && ['Android emulator', info.emulator],
    info.adb.length > 0 && ['Android by USB, as localhost, after', { commands: info.adb }],
  ].filter(Boolean);
  return element('div', {}, element('ul', { class: 'card' }, places.map(([title, place, detail]) =>
    element('li', { class: 'place' }, element('span', { class: 'hint' }, title, detail && ` (${detail})`),
      (place.commands ?? [place.url, place.tlsUrl].filter(Boolean)).map((text) => element('code', {}, text))))),
  !info.lan && element('p', { class: 'text' },
    inline('The server listens on its own computer only, so phones in the network cannot reach it. '
      + 'Start it with `--lan`.')));
}

/** The code, for another address when the likeliest is not the one that the phone can reach. */
function code(info) {
  const image = element('img', {});
  const choice = element('select', { 'aria-label': 'Address in the code', onchange: () => draw() },
    info.urls.map(({ url, host }) => element('option', { value: host }, url)),
    info.name && element('option', { value: new URL(info.name.url).hostname }, info.name.url));
  const draw = () => {
    image.src = `/_mock/connect/qr.png?host=${encodeURIComponent(choice.value)}`;
    image.alt = `QR code of ${choice.selectedOptions[0].textContent}/_mock/connect`;
  };
  draw();
  return element('div', { class: 'card code' }, image, choice,
    element('p', { class: 'hint' }, 'Opens this page on a phone in the same network.'));
}
