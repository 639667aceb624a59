import type { Genes } from './search.ts';

/** The number of genes of each kind of request. */
export const geneCount = 16;

const letters = ['a', '&', '<', '"', 'ж', '字', '😀', '+', '\n', '\\', '\u0001', ' ', 'ab'];

export const pick = <T>(choices: readonly [T, ...T[]] | readonly T[], gene = 0): T => {
  const chosen = choices[Math.min(choices.length - 1, Math.floor(gene * choices.length))];
  if (chosen === undefined) throw new Error('there is nothing to choose');
  return chosen;
};

/** From 1 to `most`, each size as likely as ten times that size. */
export const sized = (gene = 0, most = 1): number => Math.max(1, Math.round(most ** gene));

/** A text of up to `most` characters, without half of an emoji at its end. */
export const textOf = (letter = 0, length = 0, most = 1): string =>
  pick(letters, letter)
    .repeat(sized(length, most))
    .slice(0, most)
    .replace(/[\ud800-\udbff]$/, '');

/** A text of two letters without order, which costs patterns the most states. */
export function disorder(length: number): string {
  let state = (Math.random() * 2 ** 31) | 1;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state & 0x10000 ? 'a' : 'b';
  }).join('');
}

/** The largest number up to `most` for which something fits, where all smaller ones fit as well; 0 if none does. */
export function largest(most: number, fits: (count: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Whether a gene says yes, as likely as not. */
export const says = (genes: Genes, index: number): boolean => (genes[index] ?? 0) > 0.5;
