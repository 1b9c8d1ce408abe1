// Long pauses on the timeline are folded, so that a jump of the clock by a day leaves something to see of both days.

// Pauses of this length, and of this share of everything, are folded; and all of this one.
const SHORTEST_FOLD = 60_000;
const LEAST_SHARE = 0.25;
const ALWAYS = 3_600_000;
// What lies ahead takes little of the room: a wait of this length before it is folded.
const SHORTEST_AHEAD = 1000;
// How long a fold is drawn, as a share of all that is not folded, and at least.
const DRAWN_SHARE = 0.06;
const SHORTEST_DRAWN = 500;
const MOST_FOLDS = 20;

/**
 * A scale of time without its long pauses. `fold` gives the place of a time, in milliseconds of that scale, `unfold`
 * the time of a place; both grow with each other.
 */
export class Folds {
  /** The pauses that are folded, `[from, to]` each, in their order. @type {[number, number][]} */
  gaps = [];
  // How long each is drawn.
  #drawn = 0;

  /**
   * Folds the pauses between times in their order. `times` gives the time of each index, `isAhead` whether it
   * has not happened yet.
   */
  constructor(count = 0, times = (_index) => 0, isAhead = (_index) => false) {
    if (count < 2) return;
    const whole = times(count - 1) - times(0);
    const found = [];
    for (let index = 1; index < count; index += 1) {
      const [from, to] = [times(index - 1), times(index)];
      const length = to - from;
      const isWait = isAhead(index) && length >= SHORTEST_AHEAD;
      const isLong = length >= ALWAYS || (length >= SHORTEST_FOLD && length >= whole * LEAST_SHARE);
      if (isWait || isLong) found.push([from, to]);
    }
    this.gaps = found.sort((one, other) => (other[1] - other[0]) - (one[1] - one[0])).slice(0, MOST_FOLDS)
      .sort((one, other) => one[0] - other[0]);
    const rest = whole - this.gaps.reduce((sum, [from, to]) => sum + to - from, 0);
    this.#drawn = Math.max(SHORTEST_DRAWN, rest * DRAWN_SHARE);
    // The edges of a fold stand a little apart from what is there.
    this.gaps = this.gaps.map(([from, to]) => {
      const edge = Math.min(this.#drawn / 4, (to - from) / 4);
      return [from + edge, to - edge];
    });
  }

  fold(time) {
    let cut = 0;
    for (const [from, to] of this.gaps) {
      if (time <= from) break;
      const length = this.#length(from, to);
      if (time < to) return from - cut + ((time - from) / (to - from)) * length;
      cut += to - from - length;
    }
    return time - cut;
  }

  unfold(place) {
    let cut = 0;
    for (const [from, to] of this.gaps) {
      const length = this.#length(from, to);
      if (place + cut <= from) break;
      if (place + cut < from + length) return from + ((place + cut - from) / length) * (to - from);
      cut += to - from - length;
    }
    return place + cut;
  }

  #length(from, to) { return Math.min(this.#drawn, to - from); }
}
