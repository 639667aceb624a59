import { type PlanUsage, planUsageOf } from '../../../commands/account/plan-usage.ts';
import type { ModelStatus } from '../../../projections/generations/control/control-types.ts';
import { failingThreshold } from '../../../projections/queries/overview/needs-attention.ts';
import type { ErasureStage } from '../../../projections/read-models/erasures/projection.ts';
import { durationOf } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';

/** Something that a person has to look at, with the page that helps. */
export interface Need {
  /** From 0, the most urgent. */
  readonly urgency: 0 | 1 | 2 | 3;
  readonly title: string;
  readonly detail: string;
  /** ISO 8601; null where it has no beginning. */
  readonly since: string | null;
  readonly accountId: string | null;
  /** The one click that helps: a page, or a change. */
  readonly help:
    { readonly label: string; readonly href: string } | { readonly label: string; readonly post: string };
}

export type NeedsDeps = Pick<
  WebDeps,
  'aggregates' | 'now' | 'parkedDestinations' | 'plans' | 'projections' | 'queries' | 'quotas'
>;

/** The most items of each kind. */
const shown = 20;
const behindSeconds = 60;
const erasureMs = 3_600_000;

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const destinationHref = (id: string): string => `/console/destinations/${encodeURIComponent(id)}`;

/** Destinations that fail, or that were disabled. One that a person has disabled comes last. */
export async function destinationNeeds(
  { queries }: Pick<NeedsDeps, 'queries'>,
  accountId: string | null,
): Promise<Need[]> {
  const [disabled, failing] = await Promise.all([
    queries.attention.disabled(accountId, shown),
    queries.attention.failing(accountId, failingThreshold, shown),
  ]);
  const stopped = disabled
    .filter(({ disabled_because: reason }) => reason !== null)
    .map(({ id, label, account_id, disabled_because: reason, disabled_since: since }): Need => {
      const isFailure = reason?.kind === 'failures';
      return {
        urgency: reason?.kind === 'operator' ? 3 : 0,
        title: `The destination “${label}” is disabled`,
        detail: isFailure
          ? `${counted(reason.attempts, 'attempt')} in a row failed. Mend the receiver, then enable it and send what it missed.`
          : reason?.kind === 'gone'
            ? 'Its receiver answered 410: it wants no more webhooks.'
            : 'A person disabled it. It misses webhooks until it is enabled.',
        since,
        accountId: account_id,
        help: { label: isFailure ? 'Test and enable it' : 'See what it missed', href: destinationHref(id) },
      };
    });
  const weak = failing.map(({ destination: { id, label, account_id }, row }): Need => ({
    urgency: 1,
    title: `The destination “${label}” fails`,
    detail: `${counted(row.attempts, 'attempt')} in a row failed.`,
    since: row.failed_since,
    accountId: account_id,
    help: { label: 'See why', href: destinationHref(id) },
  }));
  return [...stopped, ...weak];
}

const resources = [
  ['submissions_this_month', "submissions of the month's quota"],
  ['published_forms', 'published forms'],
  ['destinations', 'destinations'],
  ['file_bytes', 'bytes of files'],
] as const satisfies readonly (readonly [keyof PlanUsage, string])[];

/** Limits of plans that are used up to four fifths, or whole. */
export async function quotaNeeds(
  deps: Pick<NeedsDeps, 'aggregates' | 'now' | 'plans' | 'queries' | 'quotas'>,
  accountIds: readonly string[],
  helpOf: (accountId: string) => Need['help'],
): Promise<Need[]> {
  const destinationIdsOf = deps.queries.destinations.idsOf;
  const found = await Promise.all(
    accountIds.map(async (accountId) => {
      const used = await planUsageOf({ ...deps, destinationIdsOf }, accountId);
      if (!used) return [];
      return resources.flatMap(([name, words]): Need[] => {
        const use = used.usage[name];
        if (use.limit === null || use.limit === 0 || use.used < use.limit * 0.8) return [];
        const isFull = use.used >= use.limit;
        return [
          {
            urgency: isFull && name === 'submissions_this_month' ? 1 : 2,
            title: `${isFull ? 'All' : `${Math.floor((use.used / use.limit) * 100)} % of the`} ${words} are used`,
            detail: `${use.used} of ${use.limit} in the plan “${used.plan}”.`,
            since: null,
            accountId,
            help: helpOf(accountId),
          },
        ];
      });
    }),
  );
  return found.flat();
}

const modelHref = (name: string): string => `/console/projections/${encodeURIComponent(name)}`;

function modelNeed({
  name,
  kind,
  state,
  error,
  parked,
  lag_seconds: lag,
  lag_events: events,
}: ModelStatus): Need[] {
  if (kind === 'verification' || kind === 'copy') return [];
  const need = { urgency: 0, since: error?.at ?? null, accountId: null } as const;
  const help = { label: 'See why', href: modelHref(name) };
  if (parked > 0)
    return [
      {
        ...need,
        title: `${name}: ${counted(parked, 'parked key')}`,
        detail: 'An event cannot be applied. Retry it, or skip it with a reason.',
        help: { label: 'Retry or skip', href: modelHref(name) },
      },
    ];
  if (state === 'stopped')
    return [
      { ...need, title: `${name} is stopped`, detail: error?.message ?? 'A store made it stop.', help },
    ];
  if (lag < behindSeconds) return [];
  return [
    {
      ...need,
      title: `${name} is behind`,
      detail: `${counted(events, 'event')}, ${durationOf(lag * 1_000)}.`,
      help,
    },
  ];
}

const stages: readonly ErasureStage[] = ['deletion', 'log', 'read_store'];

async function erasureNeeds({ queries, now }: Pick<NeedsDeps, 'now' | 'queries'>): Promise<Need[]> {
  const [people, ...pending] = await Promise.all([
    queries.personErasures.open(shown),
    ...stages.map((stage) => queries.erasures.atStage(stage, shown)),
  ]);
  const isLate = (at: string): boolean => now().getTime() - Date.parse(at) > erasureMs;
  const ofPeople = people
    .filter(({ requested_at: at }) => isLate(at))
    .map(({ id, requested_at: since }): Need => ({
      urgency: 1,
      title: 'The erasure of a person waits',
      detail: 'Personal data of an erased person is still in files of the stores.',
      since,
      accountId: null,
      help: { label: 'See what it waits for', href: `/console/people/${encodeURIComponent(id)}/erasure` },
    }));
  const ofSubmissions = pending
    .flat()
    .filter(({ erased_at: at }) => isLate(at))
    .map(({ id, erased_at: since, account_id: accountId }): Need => ({
      urgency: 1,
      title: 'An erasure waits',
      detail: 'The data of an erased submission is still in files of the stores.',
      since,
      accountId,
      help: { label: 'See what it waits for', href: `/console/submissions/${encodeURIComponent(id)}` },
    }));
  return [...ofPeople, ...ofSubmissions];
}

/** Recoveries that wait for a person. */
export async function recoveryNeeds(
  { queries }: Pick<NeedsDeps, 'queries'>,
  accountIds: readonly string[],
  mayResume: boolean,
): Promise<Need[]> {
  const paused = await queries.attention.paused(accountIds, shown);
  return paused.map(
    ({ id, account_id: accountId, replayed, total, updated_at: since, paused_because: why }): Need => {
      const href = `/console/recoveries/${encodeURIComponent(id)}`;
      const isByPerson = why === 'operator';
      return {
        urgency: 2,
        title: 'A recovery is paused',
        detail: `${replayed} of ${counted(total, 'webhook')} done. ${isByPerson ? 'A person paused it.' : 'Its destination is disabled.'}`,
        since,
        accountId,
        help:
          isByPerson && mayResume
            ? { label: 'Resume it', post: `${href}/resume` }
            : { label: 'See the recovery', href },
      };
    },
  );
}

const notRun = 'no process runs it';

/** Everything that no process runs, in one: they mostly stop together, with a role. */
function unattended(models: readonly ModelStatus[]): Need[] {
  const names = models.filter(({ state }) => state === notRun).map(({ name }) => name);
  if (names.length === 0) return [];
  return [
    {
      urgency: 0,
      title: `No process runs ${names.join(', ')}`,
      detail: 'Start a process with the role that runs them.',
      since: null,
      accountId: null,
      help: { label: 'See the projections', href: '/console/projections' },
    },
  ];
}

/** What needs an operator beside the things of accounts: read models, secrets and erasures. */
export async function serviceNeeds(deps: NeedsDeps): Promise<Need[]> {
  const [models, parked, erasures] = await Promise.all([
    deps.projections.status(),
    deps.parkedDestinations.list(shown),
    erasureNeeds(deps),
  ]);
  const sealed = parked.map(({ id, reason, since }): Need => ({
    urgency: 0,
    title: 'A destination waits for its master key',
    detail: reason,
    since,
    accountId: null,
    help: { label: 'See the destination', href: destinationHref(id) },
  }));
  return [
    ...unattended(models),
    ...models.filter(({ state }) => state !== notRun).flatMap(modelNeed),
    ...sealed,
    ...erasures,
  ];
}

/** The most urgent first, and of those the oldest. */
export const byUrgency = (needs: readonly Need[]): readonly Need[] =>
  [...needs].sort((a, b) => a.urgency - b.urgency || ((a.since ?? '9') < (b.since ?? '9') ? -1 : 1));
