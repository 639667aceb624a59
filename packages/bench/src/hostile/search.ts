/** The numbers that a request is made of, each from 0 to 1. */
export type Genes = readonly number[];

/** A deterministic source of numbers from 0 to 1, so that a search can be repeated (mulberry32). */
export function openDice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Whether a request was carried out. Each class has a worst request of its own. */
export const classes = ['accepted', 'refused'] as const;
export type Class = (typeof classes)[number];

/** What a request came to. `ms` is the longest time for which it took the main thread. */
export interface Cost {
  readonly class: Class;
  readonly ms: number;
}

/** Costs are compared once more with the lowest of so many measurements before they count. */
const repetitions = 3;

/**
 * Looks for the genes with the highest cost in each class: the ends of their ranges and random ones first, then changes of the
 * best of either class.
 * @param length the number of genes
 * @param tries how many are tried
 * @param cost measures a request; null if the genes stand for none
 * @returns the most expensive genes of each class that occurred
 */
export async function search(
  length: number,
  tries: number,
  dice: () => number,
  cost: (genes: Genes) => Promise<Cost | null>,
): Promise<Partial<Record<Class, Genes>>> {
  const best: Partial<Record<Class, { readonly genes: Genes; readonly ms: number }>> = {};
  for (let turn = 0; turn < tries; turn++) {
    const parent = best[classes[turn % 2] ?? 'accepted'] ?? best.accepted ?? best.refused;
    const genes = turn < tries / 3 || !parent ? random(length, dice) : changed(parent.genes, dice);
    const found = await cost(genes);
    if (!found || found.ms <= (best[found.class]?.ms ?? -1)) continue;
    const ms = await confirmed(genes, found, best[found.class]?.ms ?? -1, cost);
    if (ms > (best[found.class]?.ms ?? -1)) best[found.class] = { genes, ms };
  }
  return {
    ...(best.accepted && { accepted: best.accepted.genes }),
    ...(best.refused && { refused: best.refused.genes }),
  };
}

/** The lowest of several measurements; the first that is not above `least` ends them. */
async function confirmed(
  genes: Genes,
  first: Cost,
  least: number,
  cost: (genes: Genes) => Promise<Cost | null>,
): Promise<number> {
  let { ms } = first;
  for (let turn = 1; turn < repetitions && ms > least; turn++) {
    const again = await cost(genes);
    if (again?.class === first.class) ms = Math.min(ms, again.ms);
  }
  return ms;
}

/** The largest sizes are often the worst, so that the ends of the ranges are likely. */
function gene(dice: () => number): number {
  const kind = dice();
  return kind < 0.15 ? 0 : kind < 0.4 ? 1 : dice();
}

const random = (length: number, dice: () => number): Genes => Array.from({ length }, () => gene(dice));

const changed = (genes: Genes, dice: () => number): Genes =>
  genes.map((value) =>
    dice() < 0.25
      ? dice() < 0.5
        ? gene(dice)
        : Math.min(1, Math.max(0, value + (dice() - 0.5) / 4))
      : value,
  );
