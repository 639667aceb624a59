import { readHeld } from '../../../coordination/leases/checkpoints.ts';
import type { ReadStore } from '../../../coordination/read-store.ts';
import type { Projection } from '../../projection.ts';
import { type ModelRecord, type StoredLogPoint } from '../generation-types.ts';
import { dropped, generationReadBy, rolledBack, withBuild } from '../generations.ts';
import type { Models } from '../models.ts';
import type { ControlFailure, ProjectionControl } from './control-types.ts';

interface Deps {
  readonly store: ReadStore;
  readonly models: Models;
  readonly definitionOf: (name: string) => Projection | null;
}

/** Requests builds, rollbacks and removals of a model's generations. */
export function generationControl({
  store,
  models,
  definitionOf,
}: Deps): Pick<ProjectionControl, 'rebuild' | 'replay' | 'rollback' | 'drop'> {
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

  async function build(name: string, after: StoredLogPoint | null): Promise<ControlFailure | null> {
    if (!definitionOf(name)) return 'not_found';
    return changeRecord(name, (record, { version }) => {
      const from = after && generationReadBy(record, version);
      // Documents of another version have another shape.
      const seed = after && from?.version === version ? { id: from.id, after } : null;
      return withBuild(record, version, { seed, at: new Date().toISOString() }) ?? 'busy';
    });
  }

  return {
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
      return changeRecord(name, (current, { version }) => {
        if (!current.range) return dropped(current, version, held);
        return { ...current, generations: current.generations.map((one) => ({ ...one, state: 'dropping' })) };
      });
    },
  };
}
