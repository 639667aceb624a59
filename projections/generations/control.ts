import type { EventLog } from '../../log/event-log.ts';
import { isAbandoned, readHeld, readPositions, defaultLeaseMs } from '../../read-store/leases/leases.ts';
import { parkedControl } from '../parking/control-parked.ts';
import type { ProjectionControl, ControlFailure } from './control-types.ts';
import {
  copiesOf,
  copyOf,
  dropped,
  generationReadBy,
  replacing,
  rolledBack,
  withBuild,
  withCopy,
  type ModelRecord,
  type StoredLogPoint,
} from './generations.ts';
import { openModels } from './models.ts';
import { countParked } from '../parking/parked-keys.ts';
import { modelId, type Projection } from '../projection.ts';
import type { ReadStore } from '../../read-store/read-store.ts';
import { readStatus } from '../progress/status-board.ts';
import { describeModels, workerStatus } from '../progress/status.ts';
import { collectionsOf } from '../collections.ts';

type Follower = Pick<Projection, 'name' | 'version' | 'streamPrefixes'>;

export interface ControlDeps {
  readonly store: ReadStore;
  readonly log: Pick<EventLog, 'backlog' | 'head'>;
  readonly models: readonly Projection[];
  /** The process managers, which follow the log beside the models. */
  readonly managers: readonly Follower[];
  /** Workers that report to the status board and follow no log. */
  readonly workers?: readonly string[];
  /** How long the leases of builders last, in milliseconds. */
  readonly leaseMs?: number;
}

/** Returns the name of the copy that verifies a model. */
export const verificationOf = (name: string): string => `${name}.verify`;

/** Opens the control of a store's models. Every method throws if the log or the store does not respond. */
export function openControl({
  store,
  log,
  models: definitions,
  managers,
  workers = [],
  leaseMs = defaultLeaseMs,
}: ControlDeps): ProjectionControl {
  const models = openModels(store);
  const definitionOf = (name: string) => definitions.find((one) => one.name === name) ?? null;
  const now = () => new Date().toISOString();

  /** Changes a model's record, unless `next` returns a reason against it. */
  async function changeRecord(
    name: string,
    next: (record: ModelRecord, definition: Projection) => ModelRecord | ControlFailure,
  ): Promise<ControlFailure | null> {
    let failure: ControlFailure | null = 'not_found';
    await models.change(name, (record) => {
      const definition = record && definitionOf(record.of);
      if (!definition) return null;
      const outcome = next(record, definition);
      failure = typeof outcome === 'string' ? outcome : null;
      return typeof outcome === 'string' ? null : outcome;
    });
    return failure;
  }

  const isModel = (name: string) => definitionOf(name) !== null;

  async function build(name: string, after: StoredLogPoint | null): Promise<ControlFailure | null> {
    if (!isModel(name)) return 'not_found';
    return changeRecord(name, (record, { version }) => {
      const from = after && generationReadBy(record, version);
      // Documents of another version have another shape.
      const seed = after && from?.version === version ? { id: from.id, after } : null;
      return withBuild(record, version, { seed, at: now() }) ?? 'busy';
    });
  }

  async function copy(
    name: string,
    into: string,
    after: StoredLogPoint | null,
    upTo: StoredLogPoint | null,
  ): Promise<ControlFailure | null> {
    const definition = definitionOf(name);
    if (!definition) return 'not_found';
    if (isModel(into) || workers.includes(into) || managers.some((one) => one.name === into))
      return 'name is taken';
    const end = upTo ?? { position: await storedPosition(definition) };
    const number = await numberOfCopy(name);
    let failure: ControlFailure | null = null;
    await models.change(into, (record) => {
      failure = record ? 'name is taken' : null;
      return record
        ? null
        : copyOf(definition, into, { range: { after, upTo: end }, check: null, at: now(), number });
    });
    return failure;
  }

  /** Returns a number that no copy of the model ever had. */
  async function numberOfCopy(name: string): Promise<number> {
    const record = await models.change(name, (before) => before && withCopy(before));
    return record ? copiesOf(record) : 1;
  }

  /** Begins a verification. It replaces an earlier report, and a verification whose process has ended. */
  async function verify(definition: Projection, share: number): Promise<ControlFailure | null> {
    const { name } = definition;
    const into = verificationOf(name);
    const earlier = (await models.all()).find(({ _id }) => _id === into) ?? null;
    const building = earlier?.generations.find(({ state }) => state === 'building');
    if (building && !(await isAbandoned(store, building.id, leaseMs))) return 'busy';
    const range = { after: null, upTo: { position: await storedPosition(definition) } };
    const given = Math.max(0, ...(earlier?.generations ?? []).map((one) => one.number));
    const number = Math.max(await numberOfCopy(name), given + 1);
    const verification = copyOf(definition, into, {
      ...{ range, at: now(), number },
      check: { share, report: null },
    });
    let failure: ControlFailure | null = null;
    await models.change(into, (record) => {
      failure = record?.revision === earlier?.revision ? null : 'busy';
      return failure ? null : replacing(record, verification);
    });
    return failure;
  }

  /** Returns the stored position of a model, -1 if there is none; its documents may be further. */
  async function storedPosition(definition: Projection): Promise<bigint> {
    const record = (await models.all()).find(({ _id }) => _id === definition.name);
    const id = (record && generationReadBy(record, definition.version)?.id) ?? modelId(definition);
    return (await readPositions(store, [id])).get(id) ?? -1n;
  }

  /**
   * Returns the ids of a model's or copy's generations, or of the process manager; empty for an unknown name.
   */
  async function idsOf(name: string): Promise<string[]> {
    const record = (await models.all()).find(({ _id }) => _id === name);
    const own = managers.filter((one) => one.name === name).map(modelId);
    return [...(record?.generations ?? []).map(({ id }) => id), ...own];
  }

  return {
    names: definitions.map(({ name }) => name),
    async status() {
      const [records, runners, head, parked] = await Promise.all([
        models.all(),
        readStatus(store),
        log.head(),
        countParked(store),
      ]);
      return describeModels({ store, log, definitions, managers, workers, records, runners, head, parked });
    },
    worker: async (name) => workerStatus(name, await readStatus(store)),
    rebuild: (name) => build(name, null),
    replay: (name, after) => build(name, after),
    rollback: (name) =>
      changeRecord(name, (record, { version }) =>
        record.range ? 'not_found' : (rolledBack(record, version) ?? 'nothing to go back to'),
      ),
    async drop(name) {
      const record = (await models.all()).find(({ _id }) => _id === name);
      const known = record?.generations ?? [];
      // Of a finished verification only the report is left.
      if (record?.range && known.length === 0) {
        await models.remove(name, record.revision);
        return null;
      }
      const held = await readHeld(
        store,
        known.map(({ id }) => id),
      );
      return changeRecord(name, (record, { version }) => {
        if (!record.range) return dropped(record, version, held);
        return { ...record, generations: record.generations.map((one) => ({ ...one, state: 'dropping' })) };
      });
    },
    copy: (name, into, after, upTo) => copy(name, into, after, upTo),
    async verify(name, sample) {
      const definition = definitionOf(name);
      if (!definition) return 'not_found';
      const count = sample === null ? 0 : await collectionsOf(store)(definition).estimatedDocumentCount();
      const share = sample === null || count === 0 ? 1 : Math.min(1, sample / count);
      return verify(definition, share);
    },
    ...parkedControl(store, idsOf),
  };
}
