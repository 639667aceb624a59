import { counted } from '../../../domain/check.ts';
import type { ModelStatus } from '../../../projections/generations/control/control-types.ts';
import type { ErasureStage } from '../../../projections/read-models/erasures/projection.ts';
import { durationOf } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { destinationHref, mostNeeds, type Need } from './need.ts';

const behindSeconds = 60;
const erasureMs = 3_600_000;

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

async function erasureNeeds({ queries, now }: Pick<WebDeps, 'now' | 'queries'>): Promise<Need[]> {
  const [people, ...pending] = await Promise.all([
    queries.personErasures.open(mostNeeds),
    ...stages.map((stage) => queries.erasures.atStage(stage, mostNeeds)),
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
export async function serviceNeeds(
  deps: Pick<WebDeps, 'now' | 'parkedDestinations' | 'projections' | 'queries'>,
): Promise<Need[]> {
  const [models, parked, erasures] = await Promise.all([
    deps.projections.status(),
    deps.parkedDestinations.list(mostNeeds),
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
