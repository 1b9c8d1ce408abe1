// Files of the timeline: saves what the journals hold, opens a file and shows its rows, to be read only.
import { element } from '../shared/dom.js';
import { visible } from './body.js';
import { button, loaded } from './parts.js';

/** `buttons`, `banner` and `detail` are its parts. */
export class FilePane {
  #app;
  #enter;
  // The name of the file that is open.
  #name;
  #entryOf;

  /** `enter` gets the rows of a file that was opened; nothing when it was left. */
  constructor(app, enter) {
    this.#app = app;
    this.#enter = enter;
    this.banner = element('div', { class: 'banner' });
    this.detail = element('section', { class: 'card', 'aria-label': 'Row of the file', hidden: true });
    const input = element('input', { type: 'file', accept: '.har,application/json', class: 'offscreen', tabindex: '-1',
      'aria-hidden': 'true', onchange: () => {
        this.open(input.files[0]);
        // The same file can be opened again.
        input.value = '';
      } });
    this.saveButton = button('', () => this.#save());
    this.showDevice();
    this.buttons = [this.saveButton, button('Open a HAR file…', () => input.click(),
      { title: 'Or drop one on the page' }), input];
  }

  /** Opens the file that was dropped on another view. */
  begin() {
    const { file } = this.#app;
    this.#app.file = undefined;
    if (file) this.open(file);
  }

  /** Says what the export holds: the chosen device alone, or the whole journal. */
  showDevice() {
    const { device } = this.#app;
    this.saveButton.textContent = device ? 'Export this device as HAR' : 'Export HAR';
    this.saveButton.title = device ? 'Choose “All devices” above to export everything'
      : 'The whole journal of the followed worlds';
  }

  async #save() {
    const app = this.#app;
    this.saveButton.disabled = true;
    await app.act(loaded(import('./timeline-files.js'))
      .then(([{ exportHAR }]) => exportHAR(app, (text) => this.#say([element('p', { role: 'status' }, text)]),
        { device: app.device }))
      .catch((error) => {
        this.#say([]);
        throw error;
      }));
    this.saveButton.disabled = false;
  }

  async open(file) {
    if (!file) return;
    this.#say([element('p', { role: 'status' }, 'Reading the file…')]);
    try {
      const [{ fileEntry, read }] = await loaded(import('./timeline-files.js'));
      const { rows, words } = await read(file);
      this.#entryOf = fileEntry;
      this.#name = file.name;
      this.saveButton.disabled = true;
      this.detail.hidden = true;
      this.#enter(rows);
      this.#say([
        element('p', { role: 'status' }, element('strong', {}, 'This is a read-only file. '), visible(words),
          ' Its data are not on this server.'),
        this.#leaveButton(),
      ]);
    } catch (error) {
      if (!this.#name) this.#say([]);
      this.#say([element('p', { class: 'bad', role: 'alert' }, `The file was not opened: ${error.message}.`),
        this.#name ? this.#leaveButton() : button('OK', () => this.#say([]))]);
    }
  }

  #leaveButton() {
    return button('Back to the server', () => {
      this.#name = undefined;
      this.saveButton.disabled = false;
      this.detail.hidden = true;
      this.#enter(undefined);
      this.#say([]);
    });
  }

  /** Shows a row of the file in full. */
  show(row) {
    this.detail.hidden = false;
    this.detail.replaceChildren(...this.#entryOf(row));
    /** @type {HTMLElement | null} */ (this.detail.querySelector('h2'))?.focus();
  }

  #say(content) {
    this.banner.classList.toggle('card', content.length > 0);
    this.banner.replaceChildren(...content);
  }
}
