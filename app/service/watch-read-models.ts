import { watchCompleteness } from '../../projections/progress/completeness.ts';
import { watchDivergence } from '../../projections/progress/divergence.ts';
import { readModels } from '../../projections/registry.ts';
import { processManagers } from './process-managers.ts';
import type { Service } from './service.ts';

/** Watches whether the read models are complete, and whether they match the log. */
export async function watchReadModels({
  log,
  store,
  aliases,
  logger,
  supervisor,
}: Pick<Service, 'log' | 'store' | 'aliases' | 'logger' | 'supervisor'>): Promise<
  Pick<Service, 'completeness' | 'divergence'>
> {
  const completeness = watchCompleteness({ store, log, aliases, models: readModels });
  supervisor.onStop('completeness', async () => completeness.close());
  const divergence = watchDivergence({
    store,
    log,
    aliases,
    models: readModels,
    managers: processManagers,
    logger,
  });
  supervisor.onStop('divergence', async () => divergence.close());
  // Before anything is answered or sent. Stores that are away are asked again by the watch.
  await divergence.check().catch(() => undefined);
  return { completeness, divergence };
}
