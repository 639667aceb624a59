import { isAbandoned } from '../../../coordination/leases/checkpoints.ts';
import { type PositionSources, reachedPositions } from '../../progress/reached-positions.ts';
import { modelId, type Projection } from '../../projection.ts';
import { copiesOf, copyOf, generationReadBy, replacing, withCopy } from '../generations.ts';
import type { Models } from '../models.ts';
import type { ControlFailure, ProjectionControl } from './control-types.ts';

interface Deps extends PositionSources {
  readonly models: Models;
  readonly definitionOf: (name: string) => Projection | null;
  /** Whether a model, process manager or worker has this name. */
  readonly isTaken: (name: string) => boolean;
  /** How long the leases of builders last, in milliseconds. */
  readonly leaseMs: number;
}

/** Returns the name of the copy that verifies a model. */
export const verificationOf = (name: string): string => `${name}.verify`;

/** Requests copies and verifications of models. */
export function copyControl(deps: Deps): Pick<ProjectionControl, 'copy' | 'verify'> {
  const { models, definitionOf } = deps;
  return {
    async copy(name, into, after, upTo) {
      const definition = definitionOf(name);
      if (!definition) return 'not_found';
      if (deps.isTaken(into)) return 'name is taken';
      const end = upTo ?? { position: await positionOf(deps, definition) };
      const number = await numberOfCopy(models, name);
      const at = new Date().toISOString();
      let failure: ControlFailure | null = null;
      await models.change(into, (record) => {
        failure = record ? 'name is taken' : null;
        return record
          ? null
          : copyOf(definition, into, { range: { after, upTo: end }, check: null, at, number });
      });
      return failure;
    },
    async verify(name, sample) {
      const definition = definitionOf(name);
      if (!definition) return 'not_found';
      const count = sample === null ? 0 : await documentCount(deps, definition);
      const share = sample === null || count === 0 ? 1 : Math.min(1, sample / count);
      return verify(deps, definition, share);
    },
  };
}

/** Begins a verification. It replaces an earlier report, and a verification whose process has ended. */
async function verify(deps: Deps, definition: Projection, share: number): Promise<ControlFailure | null> {
  const { store, models, leaseMs } = deps;
  const { name } = definition;
  const into = verificationOf(name);
  const earlier = (await models.all()).find(({ _id }) => _id === into) ?? null;
  const building = earlier?.generations.find(({ state }) => state === 'building');
  if (building && !(await isAbandoned(store, building.id, leaseMs))) return 'busy';
  const range = { after: null, upTo: { position: await positionOf(deps, definition) } };
  const given = Math.max(0, ...(earlier?.generations ?? []).map((one) => one.number));
  const number = Math.max(await numberOfCopy(models, name), given + 1);
  const at = new Date().toISOString();
  const verification = copyOf(definition, into, { range, at, number, check: { share, report: null } });
  let failure: ControlFailure | null = null;
  await models.change(into, (record) => {
    failure = record?.revision === earlier?.revision ? null : 'busy';
    return failure ? null : replacing(record, verification);
  });
  return failure;
}

/** Returns a number that no copy of the model ever had. */
async function numberOfCopy(models: Models, name: string): Promise<number> {
  const record = await models.change(name, (before) => before && withCopy(before));
  return record ? copiesOf(record) : 1;
}

/** Returns the id of the generation that readers of a model use. */
async function generationOf({ models }: Deps, definition: Projection): Promise<string> {
  const record = (await models.all()).find(({ _id }) => _id === definition.name);
  return (record && generationReadBy(record, definition.version)?.id) ?? modelId(definition);
}

const documentCount = async (deps: Deps, definition: Projection): Promise<number> =>
  deps.store.collection(await generationOf(deps, definition)).estimatedDocumentCount();

/** Returns the position of a model, -1 if there is none; its documents may be further. */
async function positionOf(deps: Deps, definition: Projection): Promise<bigint> {
  const id = await generationOf(deps, definition);
  return (await reachedPositions(deps, [id])).get(id) ?? -1n;
}
