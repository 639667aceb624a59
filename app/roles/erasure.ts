import { fileEraser } from '../../dispatcher/erasure/erase-files.ts';
import { runEraser } from '../../dispatcher/erasure/eraser.ts';
import { runLogPurger } from '../../dispatcher/erasure/log-purger.ts';
import { runStorePurger } from '../../dispatcher/erasure/store-purger.ts';
import { parkedAccounts } from '../../projections/parking/parked-keys.ts';
import { modelId } from '../../projections/projection.ts';
import { deliveries } from '../../projections/read-models/deliveries/projection.ts';
import type { Service } from '../service/service.ts';
import type { Role } from '../supervisor.ts';

const stages = { eraser: runEraser, 'log-purger': runLogPurger, 'store-purger': runStorePurger };

/** The three stages of an erasure by name: the streams, the files of the log, the files of the read store. */
export function erasureParts(service: Service): Readonly<Record<string, Role>> {
  const { board, commands, logMembers, queries, metrics, runnerWatch, divergence, store, aliases } = service;
  const deps = {
    ...service,
    ...commands,
    scavenges: logMembers,
    eraseFiles: fileEraser({ ...service, ...commands }),
    parkedAccounts: (accountIds: readonly string[]) =>
      parkedAccounts(store, modelId(aliases.current(deliveries)), accountIds),
  };
  metrics.showErasures(async () => {
    const kinds = [queries.erasures, queries.personErasures, queries.closings];
    const waiting = await Promise.all(kinds.map((each) => each.waiting()));
    const [oldest] = waiting.flatMap((each) => each.oldest ?? []).sort();
    const sinceMs = oldest === undefined ? 0 : commands.now().getTime() - Date.parse(oldest);
    return { count: waiting.reduce((sum, each) => sum + each.count, 0), oldestSeconds: sinceMs / 1_000 };
  });
  return Object.fromEntries(
    Object.entries(stages).map(([name, run]) => [
      name,
      divergence.unlessDiverged((signal) =>
        run({ ...deps, ...runnerWatch.worker(name, board.reporterOf(name)) }, signal),
      ),
    ]),
  );
}
