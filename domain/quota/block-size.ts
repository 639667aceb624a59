/** The largest number of spare reservations. If their process dies, each one is fenced by an event of its own. */
export const maxSpare = 64;

/** The share of the remaining submissions that one block may hold in spare. */
const spareShare = 1 / 16;

/**
 * Returns the number of spare reservations in a block, beyond those that requests are waiting for: many far from the
 * limit, none near it.
 * @param limit the submissions of the month that the plan allows
 * @param used the reserved and created ones, including those that requests are waiting for
 */
export const spareSize = (limit: number, used: number): number =>
  Math.min(maxSpare, Math.floor(Math.max(0, limit - used) * spareShare));
