import { defaultLeaseMs } from '../../../coordination/leases/leases.ts';
import type { EventLog } from '../../../log/event-log.ts';
import { parkedControl } from '../../parking/control-parked.ts';
import { countParked } from '../../parking/parked-keys.ts';
import { openLags } from '../../progress/lags.ts';
import type { PositionSources } from '../../progress/reached-positions.ts';
import { describeModels, workerStatus } from '../../progress/status.ts';
import { readStatus } from '../../progress/status-board.ts';
import { modelId, type Projection } from '../../projection.ts';
import { openModels } from '../models.ts';
import { copyControl } from './control-copies.ts';
import { generationControl } from './control-generations.ts';
import { realignControl } from './control-realign.ts';
import type { ProjectionControl } from './control-types.ts';

type Follower = Pick<Projection, 'name' | 'version' | 'streamPrefixes'>;

export interface ControlDeps extends PositionSources {
  readonly log: Pick<EventLog, 'backlog' | 'head' | 'eventAt' | 'readEvent'>;
  readonly models: readonly Projection[];
  /** The process managers, which follow the log beside the models. */
  readonly managers: readonly Follower[];
  /** The process managers that run only where they are configured, and are realigned with the others. */
  readonly otherManagers?: readonly Follower[];
  /** Workers that report to the status board and follow no log. */
  readonly workers?: readonly string[];
  /** How long the leases of builders last, in milliseconds. */
  readonly leaseMs?: number;
  /** Called after each change of the records of the models. */
  readonly onChanged?: () => void;
}

/** Opens the control of a store's models. Every method throws if the log or the store does not respond. */
export function openControl(deps: ControlDeps): ProjectionControl {
  const { store, log, models: definitions, managers, workers = [], leaseMs = defaultLeaseMs } = deps;
  const allManagers = [...managers, ...(deps.otherManagers ?? [])];
  const models = openModels(store, deps.onChanged);
  const lags = openLags(log);
  const definitionOf = (name: string) => definitions.find((one) => one.name === name) ?? null;
  const isTaken = (name: string) =>
    definitionOf(name) !== null || workers.includes(name) || managers.some((one) => one.name === name);

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
      return describeModels({ ...deps, lags, definitions, workers, records, runners, head, parked });
    },
    worker: async (name) => workerStatus(name, await readStatus(store)),
    ...generationControl({ store, models, definitionOf }),
    ...realignControl({ store, log, models, definitions, managers: allManagers, leaseMs }),
    ...copyControl({ ...deps, models, definitionOf, isTaken, leaseMs }),
    ...parkedControl(store, idsOf),
  };
}
