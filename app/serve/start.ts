import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { ticketUrl } from '../../api/admin/console-tickets.ts';
import { openTickets } from '../../api/auth/tickets.ts';
import type { Config } from '../config/config.ts';
import { isOthersServiceFile, writeServiceFile } from '../data-dir/service-file.ts';
import { openRoleProcess, type RoleProcess, type RoleProcessOptions } from '../processes/child-process.ts';
import { divideRoles, processCount, type RoleGroup } from '../processes/role-groups.ts';
import { startRoles } from '../roles/start-roles.ts';
import { sessionKeys } from '../service/credentials.ts';
import { openService } from '../service/open-service.ts';
import type { ServiceOverrides } from '../service/overrides.ts';
import type { Service } from '../service/service.ts';
import { untilLogAnswers } from '../stores/until-log-answers.ts';
import { type Demo, provideDemo } from './demo.ts';
import type { Addresses } from './greeting.ts';

/** The result of a start. */
export interface Started {
  readonly shown: Shown;
  /** As in `DivergenceWatch`. */
  readonly replaced: Promise<string>;
}

/** The result of a start, as `--json` prints it. */
export interface Shown {
  readonly url: string;
  readonly data_dir: string;
  readonly demo: Demo | null;
  /** Links to pages for browsers; null without a demo. */
  readonly pages: Addresses['pages'];
}

export interface StartOptions {
  readonly demo: boolean;
  /** The environment from which the settings were read, for other processes; null to run all roles in this one. */
  readonly env: RoleProcessOptions['env'] | null;
}

/** Starts the roles, listens, and creates the demo account. */
export async function start(
  config: Config,
  { demo, env }: StartOptions,
  shared: Required<Pick<ServiceOverrides, 'supervisor' | 'logger' | 'ownStores'>>,
): Promise<Started> {
  const { logger } = shared;
  const processes = processCount(config.PROCESSES, availableParallelism());
  const [own, ...others] = divideRoles(config.ROLES, env ? processes : 1);
  const service = await openService({ ...config, ROLES: own.roles }, shared);
  // The first session of the process that embeds the stores ends all that it finds, and must come before theirs.
  if (others.length > 0) await service.session.current();
  const roleProcesses = others.map((group) => runRoleProcess(group, service, env ?? {}));
  // The command line looks for a process with the API; a process without it must not replace its file.
  const isFound = config.ROLES.includes('api') || !isOthersServiceFile(config.DATA_DIR);
  const { embedded: stores } = service;
  const writeFile = (url: string, account: string | null): void => {
    if (isFound) writeServiceFile(config.DATA_DIR, { url, pid: process.pid, account_id: account, stores });
  };
  const { app, announced } = await startRoles(service, roleProcesses);
  const url = await app.listen({ host: config.HOST, port: config.PORT });
  writeFile(url, null);
  const provided = demo ? await provideDemoWithRetries(service) : null;
  await Promise.all(roleProcesses.map(({ started }) => started));
  if (provided) writeFile(url, provided.account_id);
  announced();
  logger.info({ url, roles: config.ROLES }, 'ready');
  const pages = provided && pagesOf(service, url, provided);
  const shown = { url, data_dir: resolve(config.DATA_DIR), demo: provided, pages };
  return { shown, replaced: service.divergence.replaced };
}

/** Runs some roles in a process of their own, which is started again if it ends. */
function runRoleProcess(group: RoleGroup, service: Service, env: RoleProcessOptions['env']): RoleProcess {
  const { supervisor, urls, embedded, config } = service;
  const stopLimitMs = config.STOP_TIMEOUT_S * 1_000;
  const process = openRoleProcess(group, { stores: { urls, embedded }, env, stopLimitMs });
  supervisor.supervise(`process ${group.name}`, process.run);
  return process;
}

const provideDemoWithRetries = ({ commands, config, logger }: Service): Promise<Demo | null> =>
  untilLogAnswers(
    () => provideDemo(commands),
    config.STORE_WAIT_S * 1_000,
    () => logger.warn('waiting for the event log, which is slow to respond'),
  );

/** The demo form, and the console with tickets for the owner of the demo account and the operator of this machine. */
function pagesOf(service: Service, url: string, demo: Demo): Addresses['pages'] {
  const { config, commands, masterKey } = service;
  if (!config.ROLES.includes('web')) return null;
  const address = (config.PUBLIC_URL ?? url).replace(/\/+$/, '');
  const tickets = openTickets(sessionKeys(masterKey, config), commands.now);
  const linkOf = (kind: 'operator' | 'person', id: string) =>
    ticketUrl(address, tickets.issue({ kind, id }).ticket);
  const operator = linkOf('operator', 'local');
  const owner = demo.owner_id === null ? operator : linkOf('person', demo.owner_id);
  return { form: address + demo.form_path, console: owner, operator };
}
