// A line between two panes that is dragged, or moved by keys, to give one of them room (WAI-ARIA, window splitter).
import { element } from '../shared/dom.js';

const [LEAST, MOST, STEP] = [20, 80, 2];

/** The line; the share of the first pane is the property `--first` of `pane`, and is kept under a name. */
export function splitter(pane, name, label) {
  let percent = bounded(Number(localStorage.getItem(name)) || 50);
  const line = element('div', { class: 'splitter', role: 'separator', tabindex: '0', 'aria-orientation': 'vertical',
    'aria-label': label, 'aria-valuemin': LEAST, 'aria-valuemax': MOST, onkeydown: key,
    onpointerdown: (event) => {
      event.preventDefault();
      line.setPointerCapture(event.pointerId);
      line.focus();
    },
    onpointermove: (event) => {
      if (!line.hasPointerCapture(event.pointerId)) return;
      const { left, width } = pane.getBoundingClientRect();
      show(((event.clientX - left) / width) * 100);
    },
    onpointerup: keep, ondblclick: () => { show(50); keep(); } });

  function key(event) {
    const places = { ArrowLeft: percent - STEP, ArrowRight: percent + STEP, Home: LEAST, End: MOST };
    if (!(event.key in places)) return;
    event.preventDefault();
    event.stopPropagation();
    show(places[event.key]);
    keep();
  }

  function show(share) {
    percent = bounded(share);
    line.setAttribute('aria-valuenow', String(Math.round(percent)));
    pane.style.setProperty('--first', `${percent.toFixed(1)}%`);
  }

  function keep() {
    try {
      localStorage.setItem(name, percent.toFixed(1));
    } catch {
      // Storage may be full or forbidden; the split holds as long as the page.
    }
  }

  show(percent);
  return line;
}

function bounded(percent) {
  return Math.min(MOST, Math.max(LEAST, percent));
}
