import { pause } from '../../async/pause.ts';
import { inspectMongo } from '../../coordination/inspect-mongodb.ts';
import { parseMongoUrl } from '../../coordination/mongodb-url.ts';
import { inspectNats } from '../../dispatcher/bus/inspect-nats.ts';
import { parseNatsUrl } from '../../dispatcher/bus/nats-url.ts';
import { parseConnectionString } from '../../log/eventstore/connection-string.ts';
import { inspectEventStore } from '../../log/eventstore/inspect-event-store.ts';
import type { Config } from '../config/config.ts';
import { type Finding, findingsOf } from './finding.ts';
import { judgeEventStore } from './judge-event-store.ts';
import { judgeMongo } from './judge-mongodb.ts';

export type CheckedSettings = Partial<Pick<Config, 'EVENTSTORE_URL' | 'MONGODB_URL' | 'NATS_URL'>> &
  Pick<Config, 'MAX_CLOCK_DIFFERENCE_S' | 'STORE_WAIT_S' | 'ROLES'>;

export interface CheckOptions {
  /** Called once for each store that does not answer yet. */
  readonly onWaiting?: (setting: Finding['setting'], hosts: readonly string[], reason: string) => void;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
}

const retryMs = 500;

/**
 * Connects to each store whose URL is set, and judges its properties. Embedded stores need no check.
 * @returns the mistakes and warnings of all stores
 */
export async function checkStores(config: CheckedSettings, options: CheckOptions = {}): Promise<Finding[]> {
  const {
    EVENTSTORE_URL: eventstore,
    MONGODB_URL: mongodb,
    NATS_URL: nats,
    MAX_CLOCK_DIFFERENCE_S: maxClockS,
  } = config;
  const wait = (check: Omit<Check, 'waitMs'>) =>
    checkUntilReachable({ ...check, waitMs: config.STORE_WAIT_S * 1_000 }, options);
  const checks: Promise<Finding[]>[] = [];
  const connection = eventstore === undefined ? null : parseConnectionString(eventstore);
  if (eventstore !== undefined && connection?.ok) {
    const { value } = connection;
    const inspect = async () => judgeEventStore(value, await inspectEventStore(eventstore), maxClockS);
    checks.push(wait({ setting: 'EVENTSTORE_URL', hosts: value.hosts, inspect }));
  }
  const mongo = mongodb === undefined ? null : parseMongoUrl(mongodb);
  if (mongodb !== undefined && mongo?.ok) {
    const { value } = mongo;
    const inspect = async () => judgeMongo(value, await inspectMongo(mongodb), maxClockS);
    checks.push(wait({ setting: 'MONGODB_URL', hosts: value.hosts, inspect }));
  }
  const servers = nats === undefined ? null : parseNatsUrl(nats);
  const usesNats = config.ROLES.includes('dispatcher') || config.ROLES.includes('worker');
  if (nats !== undefined && servers?.ok && usesNats)
    checks.push(wait({ setting: 'NATS_URL', hosts: servers.value.servers, inspect: () => checkNats(nats) }));
  return (await Promise.all(checks)).flat();
}

async function checkNats(url: string): Promise<Finding[]> {
  const { state } = await inspectNats(url);
  return state === 'connected'
    ? []
    : [
        findingsOf('NATS_URL').mistake(
          'has credentials that the server rejects: correct its user, password or token',
        ),
      ];
}

interface Check {
  readonly setting: Finding['setting'];
  readonly hosts: readonly string[];
  readonly inspect: () => Promise<Finding[]>;
  readonly waitMs: number;
}

/** Repeats a check while a store does not answer or has no leader, because the store may be starting. */
async function checkUntilReachable(
  { setting, hosts, inspect: look, waitMs }: Check,
  { onWaiting, signal }: CheckOptions,
): Promise<Finding[]> {
  const startedAt = performance.now();
  for (let isFirst = true; ; isFirst = false) {
    const found = await look().catch((error: unknown) => [unreachable(setting, hosts, error)]);
    const passing = found.find(({ mayPass }) => mayPass);
    if (!passing || performance.now() - startedAt + retryMs > waitMs || signal?.aborted) return found;
    if (isFirst) onWaiting?.(setting, hosts, passing.message);
    await pause(retryMs, signal ?? new AbortController().signal);
  }
}

function unreachable(setting: Finding['setting'], hosts: readonly string[], error: unknown): Finding {
  const { mistake } = findingsOf(setting);
  const reason = reasonOf(error);
  if (isAuthentication(reason))
    return mistake('has a user or a password that the server rejects: correct them');
  const cause = reason === '' ? '' : ` (${reason})`;
  const message =
    `names ${hosts.join(', ')}, which does not answer${cause}: ` +
    'check that it runs, that this machine can reach it, and that TLS matches the URL';
  return { ...mistake(message), mayPass: true };
}

const isAuthentication = (reason: string): boolean => /auth|not authenticated|access denied/i.test(reason);

/** The first line of a driver's message, unless it may quote the address. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const [line = ''] = message.split('\n');
  return line.includes('://') || line.includes('@') ? '' : line.slice(0, 200);
}
