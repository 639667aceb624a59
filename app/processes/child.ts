import { useDefaultHeapGrowth } from '../../async/heap-growth.ts';
import { parseSettings } from '../config/config.ts';
import { environment } from '../config/environment.ts';
import { createLogger, logDestination } from '../logging/logger.ts';
import { startRoles } from '../roles/start-roles.ts';
import { returnMemoryWhenIdle } from '../serve/idle-memory.ts';
import { stopWithin } from '../serve/stop.ts';
import { openService } from '../service/open-service.ts';
import type { Stores } from '../stores/embedded-stores.ts';
import { createSupervisor } from '../supervisor.ts';
import { type FromChild, parseToChild, type Question } from './messages.ts';

// The entry of a process that runs some roles of a service. The service starts it, asks it and stops it by messages.

process.umask(0o077);
// A terminal or a service manager may signal all processes; the service stops them one after the other.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
// The service has ended, and its embedded stores with it.
process.on('disconnect', () => process.exit(1));
useDefaultHeapGrowth();
returnMemoryWhenIdle();

/** A message to a service that has just ended is lost with it. */
const send = (message: FromChild): void => void process.send?.(message, undefined, {}, () => undefined);

async function start(stores: Stores) {
  const { config, mistakes } = parseSettings(environment);
  // The service has read the same settings.
  if (config === null) throw new Error(mistakes.join('; '));
  const logger = createLogger(config.LOG_LEVEL, logDestination(config.LOG_FORMAT, process.stderr));
  const supervisor = createSupervisor(logger);
  async function stop(): Promise<never> {
    process.exit((await stopWithin(config ?? { STOP_TIMEOUT_S: 0 }, supervisor, logger)) ? 0 : 1);
  }
  try {
    const service = await openService(config, { supervisor, logger, stores });
    const { deps, announced } = await startRoles(service);
    announced();
    send({ kind: 'started' });
    const answers: Readonly<Record<Question, () => Promise<unknown>>> = {
      health: deps.health,
      metrics: () => service.metrics.registry.getMetricsAsJSON(),
    };
    return { stop, answers };
  } catch (error) {
    logger.error({ err: error, roles: config.ROLES }, 'a process could not start its roles');
    return stop();
  }
}

let started: ReturnType<typeof start> | null = null;
process.on('message', (sent) => {
  const message = parseToChild(sent);
  if (message.kind === 'start') started = start(message.stores);
  if (message.kind === 'stop') void (started ? started.then(({ stop }) => stop()) : process.exit(0));
  if (message.kind !== 'ask') return;
  const { id, question } = message;
  // A question without an answer counts as unanswered after a while.
  void started
    ?.then(({ answers }) => answers[question]())
    .then((value) => send({ kind: 'answer', id, value }))
    .catch(() => undefined);
});
