import type { Logger } from 'pino';
import { useDefaultHeapGrowth } from '../../async/heap-growth.ts';
import { writeCompiledCode } from '../../packages/embedded-server/src/compile-cache.ts';
import { readSettings } from '../checks/read-settings.ts';
import type { Config } from '../config/config.ts';
import type { environment } from '../config/environment.ts';
import { keepServiceCode } from '../data-dir/compiled-code.ts';
import { protectDataDir } from '../data-dir/own-files.ts';
import { removeServiceFile } from '../data-dir/service-file.ts';
import { createLogger, logDestination } from '../logging/logger.ts';
import { provideStores } from '../stores/embedded-stores.ts';
import { createSupervisor, type Supervisor } from '../supervisor.ts';
import { greeting } from './greeting.ts';
import { returnMemoryWhenIdle } from './idle-memory.ts';
import { refusedStores } from './refused-stores.ts';
import type { Shown, Started, StartOptions } from './start.ts';
import { stopSignal, stopWithin } from './stop.ts';

export interface ServeOptions {
  /** Creates the demo account, allows webhooks to 127.0.0.1, and logs only warnings and errors. */
  readonly demo: boolean;
  /** Prints the address as a JSON line instead of the greeting. */
  readonly json: boolean;
  readonly env: typeof environment;
}

/** The settings that a demo has unless the environment says otherwise. */
export const demoSettings = { LOG_LEVEL: 'warn', WEBHOOK_ALLOW_HOSTS: '127.0.0.1' };

/** At the first start, writing the compiled code takes the main thread up to 250 ms, which the first requests do not wait for. */
const compiledAfterMs = 5_000;

/**
 * Runs the service until SIGTERM or SIGINT.
 * @returns the exit code: 0 after a graceful stop; 1 if the service could not start or stop, or stopped because the event
 * log was replaced; 2 for wrong settings
 */
export async function serve({ demo, json, env }: ServeOptions): Promise<number> {
  const settings = demo ? { ...demoSettings, ...env } : env;
  const config = await readSettings(settings);
  if (config.ok) return serveWith(config.value, { demo, json, env: settings });
  process.stderr.write(unusable(config.error));
  return 2;
}

/** Like `serve`, with settings already read. Without their environment, all roles run in this process. */
export async function serveWith(
  config: Config,
  { demo, json, env = null }: Pick<ServeOptions, 'demo' | 'json'> & Partial<Pick<StartOptions, 'env'>>,
): Promise<number> {
  useDefaultHeapGrowth();
  returnMemoryWhenIdle();
  const logger = createLogger(config.LOG_LEVEL, logDestination(config.LOG_FORMAT, process.stderr));
  const supervisor = createSupervisor(logger);
  const stopped = stopSignal();
  let code: number;
  try {
    const started = await Promise.race([loadAndStart(config, { demo, env }, supervisor, logger), stopped]);
    if (typeof started === 'string') return await abandonStart(config, supervisor, logger);
    if ('refused' in started) {
      process.stderr.write(unusable(started.refused));
      await stopWithin(config, supervisor, logger);
      return 2;
    }
    process.stdout.write(json ? `${JSON.stringify(started.shown)}\n` : readable(started.shown));
    setTimeout(writeCompiledCode, compiledAfterMs).unref();
    code = await waitForEnd(stopped, started.replaced, logger);
  } catch (error) {
    logger.debug({ err: error }, 'could not start');
    process.stderr.write(`formlog cannot start: ${reasonOf(error)}\n`);
    await stopWithin(config, supervisor, logger);
    return 1;
  }
  removeServiceFile(config.DATA_DIR, process.pid);
  if (await stopWithin(config, supervisor, logger)) return code;
  const part = supervisor.stopping();
  process.stderr.write(
    `formlog did not stop in time${part === null ? '' : `, because of: ${part}`}. No acknowledged request is lost.\n`,
  );
  // Parts that did not stop would keep the process alive.
  process.exit(1);
}

/**
 * Checks the stores, then starts the service, which is loaded while the embedded stores start in their threads.
 * @returns the started service, or a line for every mistake in the settings of stores
 */
async function loadAndStart(
  config: Config,
  options: StartOptions,
  supervisor: Supervisor,
  logger: Logger,
): Promise<Started | { readonly refused: readonly string[] }> {
  const refused = await refusedStores(config, logger);
  if (refused.length > 0) return { refused };
  protectDataDir(config.DATA_DIR);
  // At the first start the directory is new.
  keepServiceCode(config.DATA_DIR);
  const [ownStores, { start }] = await Promise.all([
    provideStores(config, supervisor, logger),
    import('./start.ts'),
  ]);
  return start(config, options, { supervisor, logger, ownStores });
}

/**
 * Waits for a stop signal, or until the event log is replaced: only another process does not remember the former log.
 * @returns the exit code
 */
async function waitForEnd(
  stopped: Promise<NodeJS.Signals>,
  replaced: Promise<string>,
  logger: Logger,
): Promise<0 | 1> {
  const [details, code, message] = await Promise.race([
    stopped.then((signal) => [{ signal }, 0, 'stopping'] as const),
    replaced.then((reason) => [{ reason }, 1, replacedLine] as const),
  ]);
  if (code === 0) logger.info(details, message);
  else logger.error(details, message);
  return code;
}

const replacedLine =
  'the event log was replaced while this process ran: the process stops, because it holds state of the former log; start it again';

/** A start may wait for a store without a limit and cannot be cancelled, so a signal exits the process. */
async function abandonStart(config: Config, supervisor: Supervisor, logger: Logger): Promise<never> {
  const graceful = await stopWithin(config, supervisor, logger);
  process.exit(graceful ? 0 : 1);
}

const unusable = (lines: readonly string[]): string =>
  `These settings cannot be used:\n${lines.map((line) => `  ${line}\n`).join('')}`;

const readable = ({ url, data_dir: dataDir, demo, pages }: Shown): string =>
  demo
    ? greeting({ url, pages }, dataDir, demo)
    : `Formlog runs on ${url}, its data in ${dataDir}. "npx formlog console" opens the console.\n`;

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
