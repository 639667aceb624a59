import { pick } from './bson.ts';
import { encode } from './bson-write.ts';
import { refuse } from './error.ts';
import { fieldParts } from './path.ts';
import { Row } from './rows.ts';
import { isDoc, numeric, truthy, type Doc, type Value } from './value.ts';

/** Makes of a document the part that was asked for. */
export type Project = (row: Row) => Row;

/** What a projection says of one field: keep it, leave it out, or look inside. */
type Rule = 'keep' | 'drop' | Tree;
type Tree = Map<string, Rule>;

/**
 * Parses a projection of fields to include or to exclude.
 * @throws MongoError for a mix of both, and for what is not supported, by its name
 */
export function parseProjection(spec: Doc): Project {
  const tree: Tree = new Map();
  let mode: 'keep' | 'drop' | undefined;
  for (const [path, value] of spec) {
    const rule = ruleOf(path, value);
    if (path !== '_id') {
      if (mode !== undefined && mode !== rule) refuseMix(path, rule);
      mode = rule;
    }
    addRule(tree, path, rule);
  }
  const id = tree.get('_id');
  const including = mode === 'keep' || (mode === undefined && id === 'keep');
  if (including && id === undefined) tree.set('_id', 'keep');
  const flat = [...tree.values()].every((rule) => !(rule instanceof Map));
  const wanted = (name: string): boolean => (tree.get(name) ?? (including ? 'drop' : 'keep')) === 'keep';
  // Whole fields are kept or left out as bytes.
  return (row) => new Row(flat ? pick(row.bytes, wanted) : encode(projected(row.doc, tree, including)));
}

function refuseMix(path: string, rule: 'keep' | 'drop'): never {
  return rule === 'drop'
    ? refuse(31254, `Cannot do exclusion on field ${path} in inclusion projection`)
    : refuse(31253, `Cannot do inclusion on field ${path} in exclusion projection`);
}

function ruleOf(path: string, value: Value): 'keep' | 'drop' {
  const [operator] = isDoc(value) ? value.keys() : [];
  if (operator?.startsWith('$')) refuse(31325, `Unknown expression ${operator}`);
  if (typeof value === 'boolean' || numeric(value) !== undefined) return truthy(value) ? 'keep' : 'drop';
  return refuse('BadValue', `a computed field in a projection is not supported by this server: '${path}'`);
}

function addRule(tree: Tree, path: string, rule: Rule): void {
  const parts = fieldParts(path);
  let node = tree;
  for (const part of parts.slice(0, -1)) {
    const next = node.get(part) ?? new Map<string, Rule>();
    if (!(next instanceof Map)) return refuse(31249, `Path collision at ${path}`);
    node.set(part, next);
    node = next;
  }
  const last = parts.at(-1) ?? '';
  if (node.has(last)) refuse(31249, `Path collision at ${path}`);
  node.set(last, rule);
}

function projected(document: Doc, tree: Tree, including: boolean): Doc {
  const made: Doc = new Map();
  for (const [name, value] of document) {
    const left = projectedValue(value, tree.get(name) ?? (including ? 'drop' : 'keep'), including);
    if (left !== undefined) made.set(name, left);
  }
  return made;
}

/** Arrays are entered, also those inside of arrays; of the other values an inclusion of what is in them keeps none. */
function projectedValue(value: Value, rule: Rule, including: boolean): Value | undefined {
  if (rule === 'keep') return value;
  if (rule === 'drop') return undefined;
  if (isDoc(value)) return projected(value, rule, including);
  if (!Array.isArray(value)) return including ? undefined : value;
  const items: Value[] = [];
  for (const item of value) {
    const left = projectedValue(item, rule, including);
    if (left !== undefined) items.push(left);
  }
  return items;
}
