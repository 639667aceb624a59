import { fieldKinds } from '../../domain/form/field.ts';
import type { Genes } from './search.ts';

/** A request of a stranger, or of a key. */
export interface HostileRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly type?: string;
  readonly body?: string;
}

const letters = ['a', '&', '"', 'ж', '字', '😀', '+', '\n', '\\', '\u0001', ' '];
const patterns = ['a*', '[a-z]{1,9}', '(a|b|ab)*c', '(x+x+)+y', '\\p{L}+', 'a{200}', '(.*)(.*)(.*)z'];

const pick = <T>(choices: readonly [T, ...T[]] | readonly T[], gene = 0): T => {
  const chosen = choices[Math.min(choices.length - 1, Math.floor(gene * choices.length))];
  if (chosen === undefined) throw new Error('there is nothing to choose');
  return chosen;
};
/** From 1 to `most`, each size as likely as ten times that size. */
const sized = (gene = 0, most = 1): number => Math.max(1, Math.round(most ** gene));
const textOf = (letter = 0, length = 0, most = 1): string =>
  pick(letters, letter).repeat(sized(length, most));

/** The number of genes of each kind of request. */
export const geneCount = 12;

/** A form, within the limits or beyond them. */
export function hostileForm(genes: Genes): object {
  const [count, kind, mix, options, rows, letter, label, value, help, pattern, columns, several] = genes;
  const optionsOf = (gene?: number, most = 1_000) =>
    Array.from({ length: sized(gene, most) }, (_, n) => ({
      value: `${n}${textOf(letter, value, 400)}`,
      label: textOf(letter, label, 400),
    }));
  const fields = Array.from({ length: sized(count, 500) }, (_, n) => {
    const own = pick(fieldKinds, ((kind ?? 0) + n * Math.round((mix ?? 0) * 3) * 0.041) % 1);
    const hasOptions = ['single_choice', 'dropdown', 'multiple_choice', 'ranking', 'matrix'].includes(own);
    return {
      ...{ key: `k${n}`, label: textOf(letter, label, 2_000), kind: own },
      ...((help ?? 0) > 0.5 && { help_text: textOf(letter, help, 2_000) }),
      ...(hasOptions && { options: optionsOf(own === 'matrix' ? columns : options) }),
      ...(own === 'matrix' && { rows: optionsOf(rows, 200) }),
      ...(own === 'matrix' && (several ?? 0) > 0.5 && { validation: { max_selections: 2 } }),
      ...(['short_text', 'long_text'].includes(own) &&
        (pattern ?? 0) > 0.3 && {
          validation: { pattern: pick(patterns, several).repeat(sized(pattern, 100)).slice(0, 1_000) },
        }),
    };
  });
  return { title: 'Hostile', status: 'published', fields };
}

/** A form that a browser would not send. @param keys the names of the form's fields */
export function hostileSending(
  genes: Genes,
  path: string,
  keys: readonly string[],
  token: string,
): HostileRequest {
  const [count, own, letter, length, parts, same] = genes;
  const pairs = Array.from({ length: sized(count, 6_000) }, (_, n) => {
    const key = n / 6_000 < (own ?? 0) ? pick(keys, (n % keys.length) / keys.length) : `x${n}`;
    const name = (parts ?? 0) > 0.7 ? `${key}.${n}` : (same ?? 0) > 0.7 ? pick(keys, 0) : key;
    return `${name}=${encodeURIComponent(textOf(letter, length, 100_000))}`;
  });
  const body = [`formToken=${encodeURIComponent(token)}`, ...pairs].join('&').slice(0, 2_097_000);
  // No half of an escape.
  return {
    method: 'POST',
    path,
    type: 'application/x-www-form-urlencoded',
    body: body.replace(/%[^&]{0,11}$/, ''),
  };
}

/** JSON that a client would not send. @param around what stands around the hostile members */
export function hostileJson(
  genes: Genes,
  path: string,
  around: (members: unknown) => unknown,
): HostileRequest {
  const [count, letter, length, depth, shape, own] = genes;
  const text = textOf(letter, length, 400_000);
  const name = (n: number) => ((own ?? 0) > 0.5 ? `k${n}` : `${n}${textOf(letter, length, 200)}`);
  const objects = (left: number): unknown =>
    Object.fromEntries(
      Array.from({ length: Math.min(left, 1_000) }, (_, n) => [name(n), (shape ?? 0) > 0.5 ? text : n]),
    );
  let members: unknown =
    (shape ?? 0) > 0.7
      ? Array.from({ length: sized(count, 5_000) }, (_, n) => ({ [name(n)]: n }))
      : objects(sized(count, 1_000));
  for (let level = 1; level < sized(depth, 28); level++) members = { [name(level)]: members };
  return {
    method: 'POST',
    path,
    type: 'application/json',
    body: JSON.stringify(around(members)).slice(0, 983_040),
  };
}

/** A query of up to some kilobytes. */
export function hostileQuery(genes: Genes, path: string, keys: readonly string[]): HostileRequest {
  const [count, own, letter, length] = genes;
  const pairs = Array.from({ length: sized(count, 3_000) }, (_, n) => {
    const key = n / 3_000 < (own ?? 0) ? pick(keys, (n % keys.length) / keys.length) : `x${n}`;
    return `${key}=${encodeURIComponent(textOf(letter, length, 2_000))}`;
  });
  const query = pairs
    .join('&')
    .slice(0, 8_000 - path.length)
    .replace(/%[^&]{0,11}$/, '');
  return { method: 'GET', path: `${path}?${query}` };
}
