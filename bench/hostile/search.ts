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

/**
 * Looks for the genes with the highest cost: random ones first, then changes of the best.
 * @param length the number of genes
 * @param tries how many are tried
 */
export async function search(
  length: number,
  tries: number,
  dice: () => number,
  cost: (genes: Genes) => Promise<number>,
): Promise<Genes> {
  const random = (): Genes => Array.from({ length }, dice);
  const changed = (genes: Genes): Genes =>
    genes.map((gene) =>
      dice() < 0.3 ? Math.min(1, Math.max(0, dice() < 0.5 ? dice() : gene + (dice() - 0.5) / 4)) : gene,
    );
  let best = { genes: random(), cost: -1 };
  for (let turn = 0; turn < tries; turn++) {
    const genes = turn < tries / 3 ? random() : changed(best.genes);
    const found = await cost(genes);
    if (found > best.cost) best = { genes, cost: found };
  }
  return best.genes;
}
