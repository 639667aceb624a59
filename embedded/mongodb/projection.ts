import { pick } from './bson.ts';
import { refuse } from './error.ts';
import { splitPath } from './path.ts';
import { rowOf, type Row } from './scan.ts';
import { isDoc, numeric, truthy, type Doc, type Value } from './value.ts';

/** Makes of a document the part that was asked for. */
export type Project = (row: Row) => Row;

/** What a projection says of one field: keep it, leave it out, make it into something else, or look inside. */
type Rule = 'keep' | 'drop' | ((value: Value | undefined, whole: Doc) => Value | undefined) | Tree;
type Tree = Map<string, Rule>;

/** How a stage turns an expression into a computed field; `find` has none. */
export type Computed = (expression: Value) => (document: Doc) => Value | undefined;

/**
 * Parses a projection.
 * @throws MongoError for a mix of inclusion and exclusion, and for what is not supported, by its name
 */
export function parseProjection(spec: Doc, computed: Computed): Project {
  const tree: Tree = new Map();
  const modes = new Set<'include' | 'exclude'>();
  for (const [path, value] of spec) addRule(tree, path, value, computed, path === '_id' ? undefined : modes);
  if (modes.size > 1) refuse('Location31254', 'Cannot do inclusion and exclusion in one projection');
  const id = tree.get('_id');
  const including = modes.has('include') || (modes.size === 0 && id === 'keep');
  if (including && id === undefined) tree.set('_id', 'keep');
  const project = including ? include : exclude;
  const flat = [...tree.values()].every((rule) => rule === 'keep' || rule === 'drop');
  const wanted = (name: string): boolean => (tree.get(name) ?? (including ? 'drop' : 'keep')) === 'keep';
  // Whole fields are kept or left out as bytes.
  return (row) =>
    flat && row.bytes ? rowOf(pick(row.bytes, wanted)) : { doc: project(row.doc, tree, row.doc) };
}

type Modes = Set<'include' | 'exclude'> | undefined;

function addRule(tree: Tree, path: string, value: Value, computed: Computed, modes: Modes): void {
  const parts = splitPath(path);
  if (parts.includes('') || parts.some((part) => part.startsWith('$')))
    refuse('BadValue', `the projection path '${path}' is not supported`);
  if (isDoc(value) && !isOperator(value)) {
    if (value.size === 0) refuse('BadValue', 'an empty sub-projection is not a valid value');
    for (const [name, inner] of value) addRule(tree, `${path}.${name}`, inner, computed, modes);
    return;
  }
  const rule = ruleOf(value, computed);
  modes?.add(rule === 'drop' ? 'exclude' : 'include');
  let node = tree;
  for (const part of parts.slice(0, -1)) {
    const next = node.get(part) ?? new Map<string, Rule>();
    if (!(next instanceof Map)) return refuse('Location31249', `Path collision at ${path}`);
    node.set(part, next);
    node = next;
  }
  const last = parts.at(-1) ?? '';
  if (node.has(last)) refuse('Location31249', `Path collision at ${path}`);
  node.set(last, rule);
}

const isOperator = (value: Doc): boolean => value.keys().next().value?.startsWith('$') ?? false;

function ruleOf(value: Value, computed: Computed): Rule {
  if (typeof value === 'boolean' || numeric(value) !== undefined) return truthy(value) ? 'keep' : 'drop';
  const compute = computed(value);
  return (_, whole) => compute(whole);
}

function include(document: Doc, tree: Tree, whole: Doc): Doc {
  const kept: Doc = new Map();
  for (const [name, value] of document) {
    const rule = tree.get(name);
    const made = rule === undefined || typeof rule === 'function' ? undefined : included(value, rule, whole);
    if (made !== undefined) kept.set(name, made);
  }
  for (const [name, rule] of tree) {
    const made = computedField(document.get(name), rule, whole);
    if (made !== undefined) kept.set(name, made);
  }
  return kept;
}

function included(value: Value, rule: 'keep' | 'drop' | Tree, whole: Doc): Value | undefined {
  if (rule === 'keep') return value;
  if (rule === 'drop') return undefined;
  if (isDoc(value)) return include(value, rule, whole);
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((item) => included(item, rule, whole) ?? []);
}

/** Fields that are computed come after those that were there, and inside documents that were not. */
function computedField(value: Value | undefined, rule: Rule, whole: Doc): Value | undefined {
  if (typeof rule === 'function') return rule(value, whole);
  if (!(rule instanceof Map) || value !== undefined) return undefined;
  const made = include(new Map(), rule, whole);
  return made.size > 0 ? made : undefined;
}

function exclude(document: Doc, tree: Tree, whole: Doc): Doc {
  const kept: Doc = new Map();
  for (const [name, value] of document) {
    const left = excluded(value, tree.get(name), whole);
    if (left !== undefined) kept.set(name, left);
  }
  return kept;
}

function excluded(value: Value, rule: Rule | undefined, whole: Doc): Value | undefined {
  if (rule === undefined || rule === 'keep') return value;
  if (rule === 'drop') return undefined;
  if (typeof rule === 'function') return rule(value, whole);
  if (isDoc(value)) return exclude(value, rule, whole);
  return Array.isArray(value) ? value.map((item) => excluded(item, rule, whole) ?? item) : value;
}
