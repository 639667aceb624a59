import { openLeases } from '../../../coordination/leases/leases.ts';
import type { ReadStore } from '../../../coordination/read-store.ts';
import type { EventLog } from '../../../log/event-log.ts';
import { collectionsOf } from '../../../projections/collections.ts';
import { openAliases } from '../../../projections/generations/aliases.ts';
import { superviseGenerations } from '../../../projections/generations/generation-supervisor.ts';
import { openModels } from '../../../projections/generations/models.ts';
import { openProgress } from '../../../projections/progress/progress.ts';
import type { Projection } from '../../../projections/projection.ts';
import { openQueries } from '../../../projections/queries/open-queries.ts';
import { eventually } from '../../support/eventually.ts';
import { noForms } from '../../support/forms.ts';

const stops = new Set<() => Promise<void>>();

/** Stops the supervisors that a failed test left running: they would keep the process alive. */
export const stopSupervisors = async (): Promise<void> => {
  await Promise.all([...stops].map((stop) => stop()));
};

/** A projector of some models, as a process has it. */
export async function supervise(
  { log, store }: { log: EventLog; store: ReadStore },
  ...models: readonly Projection[]
) {
  const stopping = new AbortController();
  const aliases = openAliases(store);
  await aliases.refresh();
  const progress = openProgress(store, models, (model) => aliases.generationsInUse(model));
  const told: string[] = [];
  const tell = (details: object, message: string) => void told.push(`${message} ${JSON.stringify(details)}`);
  const running = models.map((model) =>
    superviseGenerations(
      model,
      {
        log,
        store,
        progress,
        aliases,
        leases: openLeases(store, { leaseMs: 1_000 }),
        logger: { info: tell, warn: tell, error: tell },
        reporter: (id) => ({
          onState: ({ state }) => void told.push(`${id} ${state}`),
          onProgress: () => undefined,
        }),
      },
      stopping.signal,
    ),
  );
  async function stop(): Promise<void> {
    stopping.abort();
    await Promise.all(running);
    aliases.close();
    stops.delete(stop);
  }
  stops.add(stop);

  return {
    aliases,
    progress,
    told,
    // As in the service, a change of the records is seen at once by the process that makes it.
    models: openModels(store, () => void aliases.refresh().catch(() => undefined)),
    queries: openQueries(collectionsOf(store), noForms, aliases),
    async reaches(position: bigint): Promise<void> {
      const names = models.map(({ name }) => name);
      await eventually(`${names.join()} at ${position}`, () => progress.waitFor(names, position, 100));
    },
    /** Waits until readers are at this generation. */
    async reads(model: Projection, id: string): Promise<void> {
      await eventually(`${model.name} is read at ${id}`, () => aliases.generationsInUse(model)[0] === id);
    },
    stop,
  };
}
