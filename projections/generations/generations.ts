import { modelId, type Projection } from '../projection.ts';
import type { CheckReport, Generation, ModelRecord } from './generation-types.ts';

type Build = Pick<Generation, 'seed' | 'realigns'> & { readonly at: string };

/** Returns the generation as a projection: the model under the generation's name and number. */
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
  { seed, realigns = null, at }: Build,
): Generation => ({
  id: modelId({ name, version, generation: number }),
  version,
  number,
  state,
  seed,
  realigns,
  made_at: at,
  left_at: null,
});

/**
 * Returns the generation that a version's readers read: the live one of the newest version up to theirs; null
 * if there is none.
 */
export function generationReadBy(record: ModelRecord, version: number): Generation | null {
  const live = record.generations.filter((one) => one.state === 'live' && one.version <= version);
  return live.reduce<Generation | null>(
    (best, one) => (best && best.version > one.version ? best : one),
    null,
  );
}

/**
 * Returns the first record of a model; the previous version stays live until this version is built, if there
 * is one.
 */
export function initialRecord(
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

/**
 * Adds a generation that is to become live. @returns null while another generation of the version is being
 * built
 */
export function withBuild(record: ModelRecord, version: number, build: Build): ModelRecord | null {
  const own = record.generations.filter((one) => one.version === version);
  if (own.some(({ state }) => state === 'building')) return null;
  const number = Math.max(record.numbers?.[version] ?? 0, ...own.map((one) => one.number)) + 1;
  const made = generation(record._id, version, number, 'building', build);
  const numbers = { ...record.numbers, [version]: number };
  return { ...record, generations: [...record.generations, made], numbers, wanted: made.id };
}

/** Reserves the next number of a copy. */
export function withCopy(record: ModelRecord): ModelRecord {
  return { ...record, numbers: { ...record.numbers, copies: copiesOf(record) + 1 } };
}

/** Returns the last number given to a copy. */
export const copiesOf = ({ numbers }: ModelRecord): number => numbers?.['copies'] ?? 0;

/** Returns the record of a copy or verification of a model. */
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
  _id: name,
  of,
  revision: 1,
  wanted: null,
  range,
  check,
  generations: [generation(name, version, number, 'building', { seed: null, at })],
});

/** Replaces an earlier verification, whose generations are marked for removal. */
export const replacing = (earlier: ModelRecord | null, verification: ModelRecord): ModelRecord => ({
  ...verification,
  generations: [
    ...verification.generations,
    ...(earlier?.generations ?? []).map((one): Generation => ({ ...one, state: 'dropping' })),
  ],
});

/**
 * Marks a copy as complete. Of a verification only the report stays.
 * @returns null if the generation was replaced or dropped meanwhile
 */
export function finished(record: ModelRecord, id: string, report: CheckReport | null): ModelRecord | null {
  if (!record.generations.some((one) => one.id === id && one.state === 'building')) return null;
  const state = record.check ? 'dropping' : 'live';
  const generations = record.generations.map((one): Generation => (one.id === id ? { ...one, state } : one));
  return { ...record, generations, check: record.check && { ...record.check, report } };
}

/** Makes the wanted generation live, in place of the generation that its version's readers read so far. */
export function switched(record: ModelRecord, at: string): ModelRecord {
  const to = record.generations.find(({ id }) => id === record.wanted);
  const from = to && generationReadBy(record, to.version);
  if (!to) return { ...record, wanted: null };
  const generations = record.generations.map((one): Generation => {
    if (one.id === to.id) return { ...one, state: 'live', left_at: null };
    if (one.id !== from?.id) return one;
    // A generation of an older version stays live for the readers of that version.
    return { ...one, state: one.version === to.version ? 'kept' : one.state, left_at: at };
  });
  return { ...record, generations, wanted: null };
}

/**
 * Makes the most recently read other generation the wanted one. Builds in progress are marked for removal: no
 * reader would ever be switched to them, and they would block the next build.
 * @returns null if there is no other generation
 */
export function rolledBack(record: ModelRecord, version: number): ModelRecord | null {
  const now = generationReadBy(record, version);
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
 * Marks all generations for removal that a version's readers do not read; of newer versions only abandoned
 * builds, because their release may never return.
 * @param held the ids of generations whose lease is held
 */
export function dropped(record: ModelRecord, version: number, held: ReadonlySet<string>): ModelRecord {
  const now = generationReadBy(record, version);
  const isLeft = (one: Generation) => one.state === 'building' && !held.has(one.id);
  const goes = (one: Generation) => one.id !== now?.id && (one.version <= version || isLeft(one));
  const generations = record.generations.map((one): Generation =>
    goes(one) ? { ...one, state: 'dropping' } : one,
  );
  // A wanted generation of a newer version stays wanted.
  const isWanted = generations.some(({ id, state }) => id === record.wanted && state !== 'dropping');
  return { ...record, generations, wanted: isWanted ? record.wanted : null };
}
