// The part of a timeline that is shown.

const SHORTEST = 10;
const SHORTEST_WHOLE = 1000;

/** A part of what there is, or all of it; and the moment that is looked at. */
export class TimeWindow {
  #whole;
  #part;

  /** The moment that is looked at; nothing while the newest is followed. */
  moment;

  /** `whole` gives the first and the last time that there is; nothing when there is none. */
  constructor(whole) {
    this.#whole = whole;
  }

  /** From when until when. */
  get span() {
    if (this.#part) return this.#part;
    return this.#all;
  }

  get #all() {
    const [first, last] = this.#whole() ?? [Date.now() - SHORTEST_WHOLE, Date.now()];
    return [first, Math.max(last, first + SHORTEST_WHOLE)];
  }

  /** The moment, or the end where none is chosen. */
  get now() {
    return this.moment ?? this.span[1];
  }

  showAll() {
    this.#part = undefined;
  }

  /** Begins anew: all is shown, and the newest followed. */
  reset() {
    [this.#part, this.moment] = [];
  }

  /** Goes to a moment, and takes the part that is shown with it. */
  moveTo(time) {
    const [first, last] = this.#whole() ?? this.span;
    this.moment = Math.max(first, Math.min(Math.max(last, this.span[1]), time));
    if (!this.#part) return;
    const [from, to] = this.#part;
    const shift = Math.min(0, this.moment - from) + Math.max(0, this.moment - to);
    this.#part = [from + shift, to + shift];
  }

  /** Goes to the first time. */
  toBegin() {
    this.moveTo(this.#whole()?.[0] ?? this.span[0]);
  }

  /** Goes to the last time; when all is shown, what comes is followed from there on. */
  toEnd() {
    this.moveTo(this.#whole()?.[1] ?? this.span[1]);
    if (!this.#part) this.moment = undefined;
  }

  /** Shows so many times as much, about a time that keeps its place. */
  zoom(factor, about = this.now) {
    const [from, to] = this.span;
    const middle = Math.max(from, Math.min(to, about));
    const length = Math.max(SHORTEST, (to - from) * factor);
    const share = (middle - from) / (to - from);
    this.#show(middle - share * length, middle + (1 - share) * length);
  }

  /** Goes on by a share of what is shown. */
  pan(share) {
    const [from, to] = this.span;
    this.#show(from + share * (to - from), to + share * (to - from));
  }

  /** Shows a part, within what there is; all when the part is as large. */
  #show(from, to) {
    const [first, last] = this.#all;
    const shift = Math.max(0, first - from) - Math.max(0, to - last);
    this.#part = to - from >= last - first ? undefined : [from + shift, to + shift];
  }
}
