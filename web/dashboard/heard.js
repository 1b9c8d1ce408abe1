// Which sockets got messages after something was done, with a link to the newest message.
import { element } from '../shared/dom.js';
import { visible } from './body.js';
import { counted } from './moment.js';

/**
 * Says in a place which sockets of the followed world get messages from now on, as they come. `before` is said until
 * the first; `fits(frame)` tells the messages that are meant. Gives a function that ends it.
 */
export function sayWhoHears(app, place, { before, fits = (_frame) => true }) {
  const { world } = app;
  const frames = [];
  place.textContent = before;
  return app.on('entries', ({ entries }) => {
    const found = entries.filter((each) => (
      each.kind === 'frame' && each.direction === 'sent' && each.world === world && fits(each)));
    if (!found.length) return;
    frames.push(...found);
    const sockets = [...new Set(frames.map(({ socket }) => socket))];
    const newest = frames.at(-1);
    place.replaceChildren(`Sent to ${counted(sockets.length, 'socket')}: `,
      ...sockets.flatMap((id) => [
        element('a', { href: `#/sockets?${new URLSearchParams({ id, world })}` }, `#${id}`), ' ']),
      '– ', element('a', { href: `#/traffic?${new URLSearchParams({ id: newest.key })}` },
        visible(newest.summary ?? 'the message')));
  });
}
