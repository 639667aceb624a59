import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';

/**
 * Asks the stores of the settings whether they can be used; logs warnings.
 * @returns a line for every mistake; none without a store in the settings
 */
export async function refusedStores(config: Config, logger: Logger): Promise<string[]> {
  const { EVENTSTORE_URL, MONGODB_URL, NATS_URL } = config;
  if ([EVENTSTORE_URL, MONGODB_URL, NATS_URL].every((url) => url === undefined)) return [];
  const { checkStores } = await import('../checks/check-stores.ts');
  const found = await checkStores(config, {
    onWaiting: (setting, hosts, reason) => logger.warn({ setting, hosts, reason }, `waiting for ${setting}`),
  });
  for (const { setting, level, message } of found)
    if (level === 'warning') logger.warn({ setting }, `${setting} ${message}`);
  return found.flatMap(({ setting, level, message }) =>
    level === 'mistake' ? [`${setting} ${message}`] : [],
  );
}
