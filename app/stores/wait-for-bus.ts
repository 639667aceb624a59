import { timeLimit } from '../../async/time-limit.ts';
import { type Bus, openBus } from '../../dispatcher/bus/bus.ts';
import { parseNatsUrl } from '../../dispatcher/bus/nats-url.ts';
import type { Service } from '../service/service.ts';

const silenceMs = 2_000;
/** A server that answers may need so long on a busy machine. */
const minWaitMs = 5_000;

/**
 * Connects to NATS. A log line names the servers once they keep the start waiting.
 * @throws if none answers for as long as a start waits for a store
 */
export async function waitForBus({
  urls,
  config,
  logger,
}: Pick<Service, 'urls' | 'config' | 'logger'>): Promise<Bus> {
  const parsed = parseNatsUrl(urls.nats);
  const servers = parsed.ok ? parsed.value.servers : [];
  const timer = setTimeout(() => logger.warn({ servers }, 'waiting for NATS'), silenceMs);
  const onConnection = (isConnected: boolean): void =>
    isConnected
      ? logger.warn({ store: 'nats', servers }, 'a store answers again')
      : logger.warn({ store: 'nats', servers }, 'a store does not answer');
  const waitMs = Math.max(minWaitMs, config.STORE_WAIT_S * 1_000);
  const opened = openBus({ url: urls.nats, onConnection }).finally(() => clearTimeout(timer));
  return timeLimit(opened, waitMs, () => {
    throw new Error(`NATS at ${servers.join(', ')} has not answered for ${waitMs / 1_000} s`);
  });
}
