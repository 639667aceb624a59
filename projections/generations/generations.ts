import { modelId, type Projection } from '../projection.ts';

/** A place in the log: a position, or a time until that is looked up. */
export type LogPoint = { readonly position: bigint } | { readonly time: string };

/** One build of a model: a collection with a checkpoint of its own. */
export interface Generation {
  /** Its collection's name, and its checkpoint's. */
  readonly id: string;
  readonly version: number;
  /** Counts the builds of a version, or the copies of a model, from 1. No number is given twice. */
  readonly number: number;
  /**
   * `live`: what readers of its version read. `kept`: goes on being followed, for a way back. `dropping`: about to be
   * removed.
   */
  readonly state: 'building' | 'live' | 'kept' | 'dropping';
  readonly made_at: string;
  /** When it last stopped being the one that is read. */
  readonly left_at: string | null;
  /** What it begins with, where not with nothing: another's documents that no event after `after` went into. */
  readonly seed: { readonly id: string; readonly after: LogPoint } | null;
}

/** What is known of a model, or of a copy of one. */
export interface ModelRecord {
  readonly _id: string;
  /** Whose events and handlers it has. */
  readonly of: string;
  /** Counts the changes: each is made of the one before. */
  readonly revision: number;
  readonly generations: readonly Generation[];
  /** The last number that was given to a build of each version, and under `copies` to a copy. */
  readonly numbers?: Readonly<Record<string, number>>;
  /** The generation that readers are moved to as soon as it is ready. */
  readonly wanted: string | null;
  /** Of a copy, which is not followed: it holds what the events after `after` and up to `upTo` touched. */
  readonly range: { readonly after: LogPoint | null; readonly upTo: LogPoint } | null;
  /** Of a verification: which share of the documents it folds again, and what it found. */
  readonly check: { readonly share: number; readonly report: CheckReport | null } | null;
}

/** A document that is not what the log says. Its members by name alone: their values may be personal. */
export interface Difference {
  readonly id: string;
  readonly kind: 'missing' | 'unexpected' | 'different';
  readonly members: readonly string[];
}

export interface CheckReport {
  readonly compared: number;
  /** Changed by events after the verification's end, and so not compared. */
  readonly moved_on: number;
  readonly different: number;
  /** The first of them. */
  readonly differences: readonly Difference[];
  readonly at: string;
}

type Build = Pick<Generation, 'seed'> & { readonly at: string };

/** The generation as a projection: what it is folded by, under its own id. */
export const projectionOf = (
  definition: Projection,
  name: string,
  { number }: Pick<Generation, 'number'>,
): Projection => ({ ...definition, name, generation: number });

const generation = (
  name: string,
  version: number,
  number: number,
  state: Generation['state'],
  { seed, at }: Build,
): Generation => ({
  id: modelId({ name, version, generation: number }),
  ...{ version, number, state, seed, made_at: at, left_at: null },
});

/** The generation that readers of a version read: of the newest version not newer that is live. */
export function readBy(record: ModelRecord, version: number): Generation | null {
  const live = record.generations.filter((one) => one.state === 'live' && one.version <= version);
  return live.reduce<Generation | null>(
    (best, one) => (best && best.version > one.version ? best : one),
    null,
  );
}

/** A model at its beginning: the version of before goes on being read where there is one. */
export function begun(
  { name, version }: Pick<Projection, 'name' | 'version'>,
  older: number | null,
  at: string,
): ModelRecord {
  const build = { seed: null, at };
  const base = { _id: name, of: name, revision: 1, wanted: null, range: null, check: null };
  if (older === null) return { ...base, generations: [generation(name, version, 1, 'live', build)] };
  const record = { ...base, generations: [generation(name, older, 1, 'live', build)] };
  return withBuild(record, version, build) ?? record;
}

/** With one more generation, which is to become the live one; null while another is being built. */
export function withBuild(record: ModelRecord, version: number, build: Build): ModelRecord | null {
  const own = record.generations.filter((one) => one.version === version);
  if (own.some(({ state }) => state === 'building')) return null;
  const number = Math.max(record.numbers?.[version] ?? 0, ...own.map((one) => one.number)) + 1;
  const made = generation(record._id, version, number, 'building', build);
  const numbers = { ...record.numbers, [version]: number };
  return { ...record, generations: [...record.generations, made], numbers, wanted: made.id };
}

/** With one more number given to a copy of the model. */
export function withCopy(record: ModelRecord): ModelRecord {
  return { ...record, numbers: { ...record.numbers, copies: copiesOf(record) + 1 } };
}

/** How many numbers were given to copies of a model. */
export const copiesOf = ({ numbers }: ModelRecord): number => numbers?.['copies'] ?? 0;

/** A copy of a model beside it, or a verification of it. */
export const copyOf = (
  { name: of, version }: Pick<Projection, 'name' | 'version'>,
  name: string,
  {
    range,
    check,
    at,
    number,
  }: Pick<ModelRecord, 'check'> & {
    readonly range: NonNullable<ModelRecord['range']>;
    readonly at: string;
    readonly number: number;
  },
): ModelRecord => ({
  ...{ _id: name, of, revision: 1, wanted: null, range, check },
  generations: [generation(name, version, number, 'building', { seed: null, at })],
});

/** A verification in place of an earlier one, whose documents go. */
export const replacing = (earlier: ModelRecord | null, verification: ModelRecord): ModelRecord => ({
  ...verification,
  generations: [
    ...verification.generations,
    ...(earlier?.generations ?? []).map((one): Generation => ({ ...one, state: 'dropping' })),
  ],
});

/**
 * With a copy complete. Of a verification only the report is left.
 * @returns null where the generation was replaced or dropped meanwhile
 */
export function finished(record: ModelRecord, id: string, report: CheckReport | null): ModelRecord | null {
  if (!record.generations.some((one) => one.id === id && one.state === 'building')) return null;
  const state = record.check ? 'dropping' : 'live';
  const generations = record.generations.map((one): Generation => (one.id === id ? { ...one, state } : one));
  return { ...record, generations, check: record.check && { ...record.check, report } };
}

/** With the wanted generation live, in place of what readers of its version read so far. */
export function switched(record: ModelRecord, at: string): ModelRecord {
  const to = record.generations.find(({ id }) => id === record.wanted);
  const from = to && readBy(record, to.version);
  if (!to) return { ...record, wanted: null };
  const generations = record.generations.map((one): Generation => {
    if (one.id === to.id) return { ...one, state: 'live', left_at: null };
    if (one.id !== from?.id) return one;
    // An older version goes on being what readers of that version read.
    return { ...one, state: one.version === to.version ? 'kept' : one.state, left_at: at };
  });
  return { ...record, generations, wanted: null };
}

/**
 * With the newest other one to be read by a version asked for; null where there is none. What was being built to be read
 * instead goes: nobody would ever be moved to it, and it would stand in the way of the next build.
 */
export function rolledBack(record: ModelRecord, version: number): ModelRecord | null {
  const now = readBy(record, version);
  const others = record.generations.filter(
    (one) => one.id !== now?.id && one.version <= version && (one.state === 'kept' || one.state === 'live'),
  );
  const [newest] = others.toSorted((a, b) => (b.left_at ?? '').localeCompare(a.left_at ?? ''));
  if (!newest) return null;
  const generations = record.generations.map((one): Generation =>
    one.state === 'building' && one.version === version ? { ...one, state: 'dropping' } : one,
  );
  return { ...record, generations, wanted: newest.id };
}

/**
 * With everything marked for removal that a version's readers do not read; of newer versions, builds that nobody is at:
 * their release may never come back.
 * @param held the ids of generations that somebody is at
 */
export function dropped(record: ModelRecord, version: number, held: ReadonlySet<string>): ModelRecord {
  const now = readBy(record, version);
  const isLeft = (one: Generation) => one.state === 'building' && !held.has(one.id);
  const goes = (one: Generation) => one.id !== now?.id && (one.version <= version || isLeft(one));
  const generations = record.generations.map((one): Generation =>
    goes(one) ? { ...one, state: 'dropping' } : one,
  );
  // A newer version's that stays is waited for still.
  const isWanted = generations.some(({ id, state }) => id === record.wanted && state !== 'dropping');
  return { ...record, generations, wanted: isWanted ? record.wanted : null };
}
