// What stands on the timeline: marks in lanes, in the order of time, many of a pixel as one.
import { isError } from './filter.js';
import { firstFrom } from './history.js';
import { Folds } from './timeline-folds.js';

/**
 * The lanes: a name, a colour of the page, and which entries and calls are in it. The first that fits has it.
 *
 * @type {[string, string, (each: any) => boolean][]}
 */
export const LANES = [
  ['Requests', '--green', (each) => each.kind === 'exchange' && each.status < 400 && !isError(each)],
  ['Errors', '--red', isError],
  ['4xx', '--amber', (each) => each.kind === 'exchange'],
  ['Frames', '--blue', (each) => each.kind === 'frame'],
  ['Clock', '--ink', (each) => /Clock/.test(each.operationId)],
  ['Faults', '--violet', (each) => /Fault/.test(each.operationId)],
  ['Worlds', '--accent', (each) => /World|Snapshot|State|^reset$/.test(each.operationId)],
  ['Upcoming', '--amber', (each) => each.kind === 'upcoming'],
  ['Control calls', '--muted', () => true],
];

/** @type {[RegExp, string][]} */
const VIEWS = [
  [/Clock/, 'clock'], [/Fault/, 'faults'], [/World|Snapshot|State|^reset$/, 'worlds'],
  [/Token|Session|Limit/, 'limits'], [/Row/, 'data'],
  [/Sensor|Scenario|Reading|Simulation/, 'sensors'], [/Socket|Message/, 'sockets'],
  [/Device/, 'devices'],
];

/** The index of the lane of an entry or call. */
export function laneOf(each) {
  return LANES.findIndex(([, , test]) => test(each));
}

/** The view in which a call of the control plane, or what is upcoming, is best looked at. */
export function viewOf({ operationId, view }) {
  return view ?? VIEWS.find(([names]) => names.test(operationId))?.[1] ?? 'traffic';
}

/** Marks `{item, time, lane}` in the order of time. */
export class Marks {
  #marks = [];
  #isSorted = true;

  get length() { return this.#marks.length; }

  add(item, time) {
    const last = this.#marks.at(-1);
    // Clocks of worlds go back, too.
    if (last && time < last.time) this.#isSorted = false;
    this.#marks.push({ item, time, lane: laneOf(item) });
  }

  clear() {
    this.#marks = [];
    this.#isSorted = true;
  }

  /** Lets those go whose items are not kept. */
  keep(test) {
    this.#marks = this.#marks.filter(({ item }) => test(item));
  }

  get sorted() {
    if (!this.#isSorted) this.#marks.sort((one, other) => one.time - other.time);
    this.#isSorted = true;
    return this.#marks;
  }

  /**
   * The first and the last time; nothing when there are no marks.
   *
   * @returns {[number, number] | undefined}
   */
  get span() {
    const marks = this.sorted;
    return marks.length ? [marks[0].time, marks.at(-1).time] : undefined;
  }

  /** The time of the newest mark of what has happened; just before all where nothing has; nothing without marks. */
  get newest() {
    /** @type {any} */
    const marks = this.sorted;
    const newest = marks.findLast(({ item }) => item.kind !== 'upcoming');
    return newest?.time ?? (marks.length ? marks[0].time - 1 : undefined);
  }

  /** The index of the first mark that is not before a time. */
  place(time) {
    return firstFrom(this.sorted, 'time', time);
  }

  /** The scale of time without the long pauses between marks. */
  folds() {
    const marks = this.sorted;
    return new Folds(marks.length, (index) => marks[index].time, (index) => marks[index].item.kind === 'upcoming');
  }

  /** How many there are in each lane at each pixel of a width: `counts[lane * width + pixel]`. */
  counts([from, to], width, folds = new Folds()) {
    const marks = this.sorted;
    const counts = new Uint32Array(LANES.length * width);
    const begin = folds.fold(from);
    const scale = (width - 1) / (folds.fold(to) - begin);
    for (let index = this.place(from); index < marks.length && marks[index].time <= to; index += 1) {
      const { time, lane } = marks[index];
      counts[lane * width + Math.round((folds.fold(time) - begin) * scale)] += 1;
    }
    return counts;
  }

  /** The marks between two times, in one lane or in all. */
  between([from, to], lane) {
    const found = [];
    const marks = this.sorted;
    for (let index = this.place(from); index < marks.length; index += 1) {
      if (marks[index].time > to) break;
      if (lane === undefined || marks[index].lane === lane) found.push(marks[index]);
    }
    return found;
  }

  /** The newest marks up to a time, the newest first. */
  until(time, count) {
    const end = this.place(time + 1);
    return this.sorted.slice(Math.max(0, end - count), end).reverse();
  }

  /** The time of the next mark, or of the one before. */
  next(time, isForward) {
    const marks = this.sorted;
    return isForward ? marks[this.place(time + 0.001)]?.time : marks[this.place(time) - 1]?.time;
  }
}

/** The one of some marks that is nearest to a time. */
export function nearest(marks, time) {
  const distance = (mark) => Math.abs(mark.time - time);
  return marks.reduce((best, mark) => (!best || distance(mark) < distance(best) ? mark : best), undefined);
}

/**
 * When entries came in real time. They have the time of their world, and when the page got them together; those of one
 * arrival stand before it as far from each other as in their world, but behind the arrival before.
 */
export class Arrivals {
  #last = new Map();

  /** The real times of entries of one world that came together. */
  timesOf(entries) {
    const times = entries.map(({ time }) => Date.parse(time));
    const newest = times.reduce((most, time) => Math.max(most, time), -Infinity);
    const { world, arrivedAt } = entries[0];
    const before = this.#last.get(world) ?? -Infinity;
    this.#last.set(world, arrivedAt);
    return times.map((time) => Math.max(before, arrivedAt - (newest - time)));
  }
}

/** Entries in groups that came together. */
export function arrivalsOf(entries) {
  const groups = [];
  for (const entry of entries) {
    const first = groups.at(-1)?.[0];
    if (first && first.world === entry.world && first.arrivedAt === entry.arrivedAt) groups.at(-1).push(entry);
    else groups.push([entry]);
  }
  return groups;
}

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000,
  600_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 10_800_000, 21_600_000, 43_200_000];
const DAY = 86_400_000;

/** At most `count` round moments between two, with their texts as short as they may be. */
export function timeTicks([from, to], count) {
  const rough = (to - from) / Math.max(1, count);
  const days = [1, 2, 7, 14, 30, 90, 365, 3650, 36_500].map((each) => each * DAY);
  const step = [...STEPS, ...days].find((each) => each >= rough) ?? 365_000 * DAY;
  const [begin, end] = step >= DAY ? [0, 10] : step >= 60_000 ? [11, 16] : step >= 1000 ? [11, 19] : [11, 23];
  const found = [];
  for (let time = Math.ceil(from / step) * step; time <= to; time += step) {
    const text = new Date(time).toISOString();
    found.push({ time, text: text.slice(begin, end), date: text.slice(0, 10) });
  }
  return found;
}

/**
 * The ticks of what is shown, between the folds: at most `count`, each with its date; the first of a part stands at its
 * middle when no round moment is in it.
 */
export function foldedTicks([from, to], folds, count) {
  const edges = [from, ...folds.gaps.flat().filter((time) => time > from && time < to), to];
  // What begins or ends within a fold has no time of its own there.
  const isInside = (time) => folds.gaps.some(([begin, end]) => time > begin && time < end);
  const whole = folds.fold(to) - folds.fold(from);
  const found = [];
  for (let index = 1; index < edges.length; index += 1) {
    /** @type {[number, number]} */
    const part = [edges[index - 1], edges[index]];
    if (isInside((part[0] + part[1]) / 2)) continue;
    const share = (folds.fold(part[1]) - folds.fold(part[0])) / whole;
    const ticks = timeTicks(part, Math.max(1, Math.floor(count * share)));
    const text = new Date((part[0] + part[1]) / 2).toISOString();
    found.push(...ticks.length ? ticks : [{ time: (part[0] + part[1]) / 2, text: text.slice(11, 19),
      date: text.slice(0, 10) }]);
  }
  return found;
}

/** A moment to the millisecond. */
export function stamp(time) {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? 'unknown' : date.toISOString().replace('T', ' ').slice(0, 23);
}

/* The part of a timeline that is shown. */

const SHORTEST = 10;
const SHORTEST_WHOLE = 1000;

/** A part of what there is, or all of it; and the moment that is looked at. */
export class TimeWindow {
  #whole;
  #folds;
  #newest;
  #part;

  /** The moment that is looked at; nothing while the newest is followed. */
  moment;

  /**
   * `whole` returns the first and the last time, nothing without entries; `folds` the scale of time.
   * `newest` returns the time of the newest that has happened; nothing where that is the last time.
   *
   * @param {() => [number, number] | undefined} whole
   * @param {() => Folds} folds
   * @param {() => number | undefined} newest
   */
  constructor(whole, folds = () => new Folds(), newest = () => undefined) {
    this.#whole = whole;
    this.#newest = newest;
    this.#folds = folds;
  }

  /** From when until when. @returns {[number, number]} */
  get span() {
    if (this.#part) return this.#part;
    return this.#all;
  }

  /** @returns {[number, number]} */
  get #all() {
    const [first, last] = this.#whole() ?? [Date.now() - SHORTEST_WHOLE, Date.now()];
    return [first, Math.max(last, first + SHORTEST_WHOLE)];
  }

  /** The moment; where none is chosen the newest that has happened, or the end. */
  get now() {
    return this.moment ?? Math.min(this.span[1], this.#newest() ?? this.span[1]);
  }

  showAll() {
    this.#part = undefined;
  }

  /** Resets: all is shown, and the newest followed. */
  reset() {
    this.#part = undefined;
    this.moment = undefined;
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

  /** Goes to the newest that has happened; when all is shown, what comes is followed from there on. */
  toEnd() {
    this.moveTo(this.#newest() ?? this.#whole()?.[1] ?? this.span[1]);
    if (!this.#part) this.moment = undefined;
  }

  /** Zooms out by a factor, around a time that keeps its position. */
  zoom(factor, about = this.now) {
    const [from, to] = this.#place(this.span);
    const middle = Math.max(from, Math.min(to, this.#folds().fold(about)));
    const length = Math.max(SHORTEST, (to - from) * factor);
    const share = (middle - from) / (to - from);
    this.#show(middle - share * length, middle + (1 - share) * length);
  }

  /** Goes on by a share of what is shown. */
  pan(share) {
    const [from, to] = this.#place(this.span);
    this.#show(from + share * (to - from), to + share * (to - from));
  }

  /** Moves the moment by a share of what is shown. */
  step(share) {
    const [from, to] = this.#place(this.span);
    this.moveTo(this.#folds().unfold(this.#folds().fold(this.now) + share * (to - from)));
  }

  /** @returns {[number, number]} */
  #place([from, to]) { return [this.#folds().fold(from), this.#folds().fold(to)]; }

  /** Shows a part of the folded scale, within what there is; all when the part is as large. */
  #show(from, to) {
    const [first, last] = this.#place(this.#all);
    const shift = Math.max(0, first - from) - Math.max(0, to - last);
    const folds = this.#folds();
    this.#part = to - from >= last - first ? undefined : [folds.unfold(from + shift), folds.unfold(to + shift)];
  }
}
