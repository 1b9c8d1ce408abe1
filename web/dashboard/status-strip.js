// The strip below the frame: what is unusual just now, each with a control that ends it.
import { element } from '../shared/dom.js';
import { visible } from './body.js';
import { describe } from './fault-form.js';
import { heldKey, release, releaseAll } from './holds.js';
import { span } from './moment.js';
import { button, showAnew } from './parts.js';

/** Shows the state of the world in a place; call the result whenever it may have changed. */
export function statusStrip(place, app, state) {
  let shown;
  const nameOfDevice = (id) => app.nameOfDevice(id);
  const whomOf = (fault) => describe(fault, nameOfDevice).whom;
  // One device is named, so that nobody takes it for all.
  const whoIsOffline = (faults) => (faults.some(({ match }) => !match || !Object.keys(match).length) ? ''
    : `: ${visible([...new Set(faults.map(whomOf))].join('; '))}`);

  function faultIn(fault) {
    const { type, whom } = describe(fault, nameOfDevice);
    // The view Sockets says what a fault of one socket does.
    if (fault.match?.socket) return type;
    const rest = fault.times && `${fault.times - fault.applications} of ${fault.times} left`;
    return visible([`${type}, ${whom}`, rest].filter(Boolean).join(', '));
  }

  function conditions() {
    const { offline, others, clock } = state;
    const end = (faults, said) => app.act(state.remove(faults), said);
    const names = others.length === 1 ? `Active fault: ${faultIn(others[0])}` : `${others.length} active faults`;
    // In whole minutes. A clock that is frozen or has another speed is named as such.
    const ahead = clock && !clock.frozen && clock.rate === 1 ? Math.round((state.time - Date.now()) / 60_000) : 0;
    return [
      !state.isConnected && { kind: 'bad', text: 'Not connected: the page retries automatically' },
      offline.length > 0 && { kind: 'bad', text: `Offline${whoIsOffline(offline)}`, action: 'Go online',
        run: () => end(offline, 'Online again.') },
      others.length > 0 && { kind: 'fault', text: names, href: '#/faults',
        action: others.length === 1 ? 'Remove' : 'Remove all',
        run: () => end(others, others.length === 1 ? 'The fault is removed.' : 'The faults are removed.') },
      app.holds.length === 1 && { kind: 'held',
        text: `Held: ${visible(app.holds[0].method)} ${visible(app.holds[0].path)}`,
        href: `#/traffic?id=${encodeURIComponent(heldKey(app.holds[0]))}`, action: 'Release',
        run: () => release(app, app.holds[0]) },
      app.holds.length > 1 && { kind: 'held', text: `${app.holds.length} exchanges are held`, href: '#/traffic',
        action: 'Release all', run: () => releaseAll(app) },
      ahead !== 0 && { kind: 'clock', text: `Clock ${span(ahead * 60)} ${ahead > 0 ? 'ahead' : 'behind'}`,
        href: '#/clock', action: 'Real time', run: () => app.act(state.setRealTime(), 'The clock shows real time.') },
      clock?.frozen && { kind: 'clock', text: 'Clock frozen', href: '#/clock', action: 'Unfreeze',
        run: () => app.act(state.setClock({ freeze: false }), 'The clock runs.') },
      clock && clock.rate !== 1 && { kind: 'clock', text: `Clock speed ×${clock.rate}`, href: '#/clock',
        action: 'Normal speed', run: () => app.act(state.setClock({ rate: 1 }), 'The clock runs at normal speed.') },
      app.isPaused && { kind: 'paused', text: 'Traffic paused', href: '#/traffic', action: 'Resume',
        run: () => app.setPaused(false) },
      app.device && { kind: 'device', text: `Only ${visible(nameOfDevice(app.device))}`, action: 'All devices',
        run: () => app.setDevice(undefined) },
    ].filter(Boolean);
  }

  function item({ kind, text, href, action, run }) {
    return element('span', { class: 'condition', 'data-kind': kind },
      href ? element('a', { href }, text) : element('span', {}, text),
      action && button(action, run, { class: 'quiet', 'data-key': action, 'aria-label': `${action} (${text})` }));
  }

  return () => {
    const found = conditions();
    const key = JSON.stringify([found, Boolean(state.clock)]);
    if (key === shown) return;
    shown = key;
    showAnew(place, () => place.replaceChildren(...found.length ? found.map(item) : [
      element('span', { class: 'hint' }, state.clock ? 'No active faults. The clock runs at normal speed.' : ' ')]));
  };
}
