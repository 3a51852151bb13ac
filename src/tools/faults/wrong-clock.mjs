/** Loaded into one instance before everything else: its clock is a day and an hour ahead. */
const AHEAD = 25 * 60 * 60 * 1000;
const Real = Date;
globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + AHEAD);
    else super(...given);
  }
  static now() {
    return Real.now() + AHEAD;
  }
};
