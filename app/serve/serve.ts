import { resolve } from 'node:path';
import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import { ticketUrl } from '../../api/admin/console-tickets.ts';
import { openTickets } from '../../api/auth/tickets.ts';
import { collectSeldom } from '../../async/heap-growth.ts';
import { checkStores } from '../checks/check-stores.ts';
import { readSettings } from '../checks/read-settings.ts';
import type { Config } from '../config/config.ts';
import type { environment } from '../config/environment.ts';
import { protectDataDir } from '../data-dir/own-files.ts';
import { isOthersServiceFile, removeServiceFile, writeServiceFile } from '../data-dir/service-file.ts';
import { createLogger, logDestination } from '../logging/logger.ts';
import { startRoles } from '../roles/start-roles.ts';
import { openService, type Service, sessionKeys } from '../service/open-service.ts';
import { untilLogAnswers } from '../stores/until-log-answers.ts';
import { createSupervisor, type Supervisor } from '../supervisor.ts';
import { type Addresses, type Demo, greeting, provideDemo } from './demo.ts';
import { exitInTime } from './exit-in-time.ts';
import { returnMemoryAtRest } from './memory-at-rest.ts';

export interface ServeOptions {
  /** Creates the demo account, allows webhooks to 127.0.0.1, and logs only warnings and errors. */
  readonly demo: boolean;
  /** Prints the address as a JSON line instead of the greeting. */
  readonly json: boolean;
  readonly env: typeof environment;
}

/** The settings that a demo has unless the environment says otherwise. */
export const demoSettings = { LOG_LEVEL: 'warn', WEBHOOK_ALLOW_HOSTS: '127.0.0.1' };

/**
 * Runs the service until SIGTERM or SIGINT.
 * @returns the exit code: 0 after a graceful stop; 1 if the service could not start or stop, or stopped because the event
 * log was replaced; 2 for wrong settings
 */
export async function serve({ demo, json, env }: ServeOptions): Promise<number> {
  const config = await readSettings(demo ? { ...demoSettings, ...env } : env);
  if (config.ok) return serveWith(config.value, { demo, json });
  process.stderr.write(unusable(config.error));
  return 2;
}

/** Like `serve`, with settings already read. */
export async function serveWith(
  config: Config,
  { demo, json }: Pick<ServeOptions, 'demo' | 'json'>,
): Promise<number> {
  collectSeldom();
  returnMemoryAtRest();
  const logger = createLogger(config.LOG_LEVEL, logDestination(config.LOG_FORMAT, process.stderr));
  const supervisor = createSupervisor(logger);
  const stopped = stopSignal();
  let code: number;
  try {
    const started = await Promise.race([start(config, demo, supervisor, logger), stopped]);
    if (typeof started === 'string') return await abandonStart(config, supervisor, logger);
    if ('refused' in started) {
      process.stderr.write(unusable(started.refused));
      await stopWithin(config, supervisor, logger);
      return 2;
    }
    process.stdout.write(json ? `${JSON.stringify(started.shown)}\n` : readable(started.shown));
    code = await untilEnd(stopped, started.replaced, logger);
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
 * Waits for a stop signal, or until the event log is replaced: only another process does not remember the former log.
 * @returns the exit code
 */
async function untilEnd(
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
  'the event log was replaced while this process ran: it stops, since it remembers the former log, and has to be started again';

/** A start may wait for a store without a limit and cannot be cancelled, so a signal exits the process. */
async function abandonStart(config: Config, supervisor: Supervisor, logger: Logger): Promise<never> {
  const graceful = await stopWithin(config, supervisor, logger);
  process.exit(graceful ? 0 : 1);
}

const unusable = (lines: readonly string[]): string =>
  `These settings cannot be used:\n${lines.map((line) => `  ${line}\n`).join('')}`;

/** The mistakes in the settings of stores, a line each; warnings are logged. */
async function refusedStores(config: Config, logger: Logger): Promise<string[]> {
  const found = await checkStores(config, {
    onWaiting: (setting, hosts, reason) => logger.warn({ setting, hosts, reason }, `waiting for ${setting}`),
  });
  for (const { setting, level, message } of found)
    if (level === 'warning') logger.warn({ setting }, `${setting} ${message}`);
  return found.flatMap(({ setting, level, message }) =>
    level === 'mistake' ? [`${setting} ${message}`] : [],
  );
}

/** The result of a start. */
interface Started {
  readonly shown: Shown;
  /** As in `DivergenceWatch`. */
  readonly replaced: Promise<string>;
}

/** The result of a start, as `--json` prints it. */
interface Shown {
  readonly url: string;
  readonly data_dir: string;
  readonly demo: Demo | null;
  /** Links to pages for browsers; null without a demo. */
  readonly pages: Addresses['pages'];
}

async function start(
  config: Config,
  demo: boolean,
  supervisor: Supervisor,
  logger: Logger,
): Promise<Started | { readonly refused: readonly string[] }> {
  const refused = await refusedStores(config, logger);
  if (refused.length > 0) return { refused };
  protectDataDir(config.DATA_DIR);
  const service = await openService(config, supervisor, logger);
  // The command line looks for a process with the API; a process without it must not replace its file.
  const isFound = config.ROLES.includes('api') || !isOthersServiceFile(config.DATA_DIR);
  const { embedded: stores } = service;
  const writeFile = (url: string, account: string | null): void => {
    if (isFound) writeServiceFile(config.DATA_DIR, { url, pid: process.pid, account_id: account, stores });
  };
  const { url, announced } = await startRoles(service);
  writeFile(url, null);
  const made = demo ? await provideDemoPatiently(service) : null;
  if (made) writeFile(url, made.account_id);
  announced();
  logger.info({ url, roles: config.ROLES }, 'ready');
  const pages = made && pagesOf(service, url, made);
  const shown = { url, data_dir: resolve(config.DATA_DIR), demo: made, pages };
  return { shown, replaced: service.divergence.replaced };
}

const provideDemoPatiently = ({ commands, config, logger }: Service): Promise<Demo> =>
  untilLogAnswers(
    () => provideDemo(commands),
    config.STORE_WAIT_S * 1_000,
    () => logger.warn('waiting for the event log, which takes long to answer'),
  );

/** The demo form, and the console with a ticket for the operator of this machine. */
function pagesOf(service: Service, url: string, demo: Demo): Addresses['pages'] {
  const { config, commands } = service;
  if (!config.ROLES.includes('web')) return null;
  const address = (config.PUBLIC_URL ?? url).replace(/\/+$/, '');
  const { ticket } = openTickets(sessionKeys(service), commands.now).issue('local');
  return { form: address + demo.form_path, console: ticketUrl(address, ticket) };
}

const readable = ({ url, data_dir: dataDir, demo, pages }: Shown): string =>
  demo ? greeting({ url, pages }, dataDir, demo) : `Formlog runs on ${url}, its data in ${dataDir}.\n`;

/** Resolves with the first stop signal; a second signal ends the process at once. */
function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((received) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1));
        received(signal);
      });
    }
  });
}

/** The shortest time for connections to close after the last part has stopped, in milliseconds. */
const leastIdleMs = 1_000;

/** @returns whether every part has stopped in time; the process then ends by itself, or is ended when the time is over */
async function stopWithin(
  { STOP_TIMEOUT_S }: Config,
  supervisor: Supervisor,
  logger: Logger,
): Promise<boolean> {
  const until = performance.now() + STOP_TIMEOUT_S * 1000;
  const hasStopped = await pTimeout(
    supervisor.stop().then(() => true),
    { milliseconds: STOP_TIMEOUT_S * 1000, fallback: () => false },
  );
  if (hasStopped) exitInTime(logger, Math.max(leastIdleMs, until - performance.now()));
  return hasStopped;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
