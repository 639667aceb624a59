import { refuse } from './error.ts';
import { composeKey, emptyArrayKey, invert } from './key.ts';
import { type Leaf } from './path.ts';
import { type SortField } from './sort.ts';
import { type Doc, type Value } from './value.ts';

/** What a sort field has come to: a value, an array with the names that are left, or an array that was empty. */
type Place =
  { readonly leaf: Leaf } | { readonly items: readonly Value[]; readonly rest: readonly string[] } | 'empty';

/**
 * A document's place in an order. An array sorts by its least element, or its greatest where descending; where several
 * fields lead into one array, by the element that is first by all of them.
 * @throws MongoError BadValue where fields lead into different arrays
 */
export function sortKey(document: Doc, sort: readonly SortField[]): Buffer {
  const keys = keysOf(
    sort,
    sort.map(({ parts }) => follow(document, parts)),
  );
  return keys.reduce((a, b) => (Buffer.compare(a, b) > 0 ? b : a));
}

function follow(from: Value, parts: readonly string[]): Place {
  let node: Leaf = from;
  for (const [depth, part] of parts.entries()) {
    if (Array.isArray(node)) return { items: node, rest: parts.slice(depth) };
    node = node instanceof Map ? node.get(part) : undefined;
  }
  return Array.isArray(node) ? { items: node, rest: [] } : { leaf: node };
}

/** One key where no array is on the way, else one for each element. */
function keysOf(sort: readonly SortField[], places: readonly Place[]): Buffer[] {
  let items: readonly Value[] | undefined;
  for (const place of places) {
    if (place === 'empty' || !('items' in place)) continue;
    if (items && items !== place.items) refuse('BadValue', 'cannot sort with keys that are parallel arrays');
    ({ items } = place);
  }
  if (!items) return [composed(sort, places)];
  const within = (next: (rest: readonly string[]) => Place): Buffer[] =>
    keysOf(
      sort,
      places.map((place) => (place !== 'empty' && 'items' in place ? next(place.rest) : place)),
    );
  if (items.length === 0) return within((rest) => (rest.length === 0 ? 'empty' : { leaf: undefined }));
  return items.flatMap((item) => within((rest) => inside(item, rest)));
}

/** Of the elements, documents alone are entered; an array among them is a value, or leads to nothing. */
function inside(item: Value, rest: readonly string[]): Place {
  if (rest.length === 0) return { leaf: item };
  return item instanceof Map ? follow(item, rest) : { leaf: undefined };
}

const composed = (sort: readonly SortField[], places: readonly Place[]): Buffer =>
  composeKey((writer) => {
    for (const [field, { descending }] of sort.entries()) {
      const place = places[field];
      if (place === 'empty') writer.bytes(descending ? invert(emptyArrayKey) : emptyArrayKey);
      else writer.value(place && 'leaf' in place ? (place.leaf ?? null) : null, descending);
    }
  });
