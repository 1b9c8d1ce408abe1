/** What the parts of a world have in common. */
export class Part {
  /** @param {import('./control.js').Control} control */
  constructor(control) { this.control = control; }
}
