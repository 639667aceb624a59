import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pauseRecovery, resumeRecovery } from '../../../commands/recovery/change-recovery.ts';
import { requestRecovery } from '../../../commands/recovery/request-recovery.ts';
import { runRecovery } from '../../../dispatcher/recovery/run-recovery.ts';
import {
  type RecoverableStatus,
  recoverableStatuses,
  undeliveredStatuses,
} from '../../../domain/delivery/decider.ts';
import type { DeliveryEvent } from '../../../domain/delivery/events.ts';
import type { ExistingDelivery } from '../../../domain/delivery/state.ts';
import { recordedPlanOf } from '../../../domain/delivery/subject.ts';
import { derivedId } from '../../../domain/derived-id.ts';
import { recovery } from '../../../domain/recovery/decider.ts';
import type { RecoveryAction } from '../../../domain/recovery/events.ts';
import { type CommandContext, openAggregates } from '../../../log/aggregates.ts';
import { type NewEvent, type RecordedEvent } from '../../../log/event-log.ts';
import { ConcurrencyConflict, LogUnavailable } from '../../../log/log-errors.ts';
import { openPlannedDeliveries } from '../../../log/planned-deliveries.ts';
import {
  configured,
  type Fact,
  inDelivery,
  inDestination,
  minute,
  scheduled,
  submitted,
} from '../../projections/samples.ts';
import { noForms } from '../../support/forms.ts';

const test = suite('laws of recoveries');
const destinationId = 'd1';
const context: CommandContext = {
  accountId: 'acme',
  actor: { kind: 'operator', id: 'test' },
  correlationId: 'c',
  causationId: 'c',
};
const at = minute(100);

/** How a process comes to its end around an append: before it reached the log, or before it was answered. */
type Kill = 'before' | 'after' | null;

/** A log in memory, whose appends end the process that makes them as `kills` says, one after the other. */
function fragileLog(kills: readonly Kill[]) {
  const streams = new Map<string, (NewEvent & { readonly position: bigint })[]>();
  const fates = kills.values();
  let isFragile = false;
  let position = 0n;
  const recordedIn = (stream: string): RecordedEvent[] =>
    (streams.get(stream) ?? []).map((event, revision) => ({
      ...event,
      stream,
      revision,
      recordedAt: new Date(0),
    }));
  return {
    streams,
    breakNow: () => void (isFragile = true),
    mend: () => void (isFragile = false),
    async append(stream: string, expected: number, events: readonly NewEvent[]) {
      const kill = isFragile ? (fates.next().value ?? null) : null;
      if (kill === 'before') throw new LogUnavailable('killed');
      const held = streams.get(stream) ?? [];
      if (held.length - 1 !== expected) throw new ConcurrencyConflict(stream, expected);
      position += 1n;
      streams.set(stream, [...held, ...events.map((event) => ({ ...event, position }))]);
      if (kill === 'after') throw new LogUnavailable('killed');
      return { revision: held.length + events.length - 1, position };
    },
    async *readStream(stream: string, from = 0) {
      yield* recordedIn(stream).slice(Math.max(from, 0));
    },
    readEvent: async (stream: string, revision: number) => recordedIn(stream)[revision] ?? null,
  };
}

const attempted = (status: number, nextAttemptAt: string | null): DeliveryEvent => ({
  type: 'DeliveryAttempted',
  data: {
    destinationId,
    attempt: 1,
    startedAt: at,
    durationMs: 1,
    at,
    nextAttemptAt,
    outcome: { kind: 'response', status, excerpt: '' },
    ...(status === 204 && { succeeded: true }),
  },
});

/** Ends of deliveries that a recovery takes, and of others, by the events that lead there. */
const endings: Readonly<Record<string, readonly DeliveryEvent[]>> = {
  skipped: [{ type: 'DeliverySkipped', data: { reason: 'destination_disabled', at } }],
  failed: [
    attempted(400, null),
    { type: 'DeliveryExhausted', data: { destinationId, attempt: 1, reason: 'rejected', at } },
  ],
  exhausted: [
    attempted(503, null),
    { type: 'DeliveryExhausted', data: { destinationId, attempt: 1, reason: 'attempt_limit', at } },
  ],
  succeeded: [attempted(204, null)],
  pending: [],
  waiting: [attempted(503, minute(200))],
};

/** How a delivery begins: with an event of an earlier release, or with its source event alone, perhaps while disabled. */
const begins = ['scheduled', 'planned', 'planned while disabled'] as const;

interface Made {
  readonly end: string;
  readonly begin: (typeof begins)[number];
}

/** A delivery that was planned while its destination was disabled is skipped, whatever else it might have become. */
const endOf = ({ end, begin }: Made): string => (begin === 'planned while disabled' ? 'skipped' : end);

const sourceOf = (n: number): string => `submission-s${n}`;
const idOf = (n: number): string => derivedId(`${sourceOf(n)}-0`, destinationId);

const disabled = inDestination(destinationId, {
  type: 'DestinationDisabled',
  data: { reason: { kind: 'operator' }, at },
});
const enabled = inDestination(destinationId, { type: 'DestinationEnabled', data: { at } });

/** The history of a delivery up to its end. */
function factsOf({ end, begin }: Made, n: number): Fact[] {
  const time = minute(n % 3);
  const source = submitted(`s${n}`, { at: time });
  if (begin === 'planned while disabled') return [disabled, source, enabled];
  const [first, ...others] = endings[end] ?? [];
  if (begin === 'scheduled') {
    const made = scheduled(idOf(n), { at: time, dueAt: time });
    return [
      source,
      made,
      ...[first, ...others].flatMap((event) => (event ? inDelivery(idOf(n), event) : [])),
    ];
  }
  return [
    source,
    ...(first ? [inDelivery(idOf(n), withPlan(first, n, time))] : []),
    ...others.map((event) => inDelivery(idOf(n), event)),
  ];
}

function withPlan(event: DeliveryEvent, n: number, time: string): DeliveryEvent {
  const planned = recordedPlanOf({
    deliveryId: idOf(n),
    accountId: 'acme',
    destinationId,
    kind: 'submission.created',
    source: { stream: sourceOf(n), revision: 0, position: '1', eventId: `${sourceOf(n)}-0` },
    formId: 'f1',
    submissionId: `s${n}`,
    includedQuestions: [],
    publicUrl: 'https://forms.test',
    bodyVersion: 3,
    at: time,
  });
  if (event.type === 'DeliverySkipped') return { ...event, data: { ...event.data, planned } };
  if (event.type === 'DeliveryAttempted') return { ...event, data: { ...event.data, planned } };
  throw new Error(`${event.type} is no first event`);
}

/** What a recovery or a cancellation is asked for. */
const jobs: readonly (readonly [RecoveryAction, readonly RecoverableStatus[]])[] = [
  ['send', undeliveredStatuses],
  ['send', recoverableStatuses],
  ['cancel', ['pending']],
];

interface History {
  readonly made: readonly Made[];
  readonly kills: readonly Kill[];
  /** Whether a delivery that was sent again fails again at once, so that it could be found once more. */
  readonly failsAgain: boolean;
  readonly isPausedOnce: boolean;
  readonly job: (typeof jobs)[number];
}

async function play({ made, kills, failsAgain, isPausedOnce, job: [action, statuses] }: History) {
  const log = fragileLog(kills);
  const fresh = () => {
    // A process remembers nothing of the one before it.
    const fromLog = { ...unused, ...log };
    const aggregates = openAggregates(fromLog);
    const deliveries = openPlannedDeliveries({
      aggregates,
      log: fromLog,
      publicUrl: 'https://forms.test',
      originOf: async (id) => {
        const n = made.findIndex((_, index) => idOf(index) === id);
        return n < 0 ? null : { destinationId, stream: sourceOf(n), revision: 0 };
      },
    });
    return { log: fromLog, aggregates, deliveries, now: () => new Date(at), newId: () => 'r1' };
  };
  const write = async (stream: string, event: NewEvent['event']) => {
    const held = log.streams.get(stream)?.length ?? 0;
    await log.append(stream, held - 1, [{ id: `${stream}-${held}`, event, metadata: context }]);
  };
  const facts = [configured(destinationId), ...made.flatMap(factsOf)];
  for (const { stream, event } of facts) await write(stream, event);

  async function stateOf(n: number): Promise<ExistingDelivery> {
    const { state } = await fresh().deliveries.load(idOf(n));
    if (!state.exists) throw new Error('gone');
    return state;
  }
  const recoveries = {
    /** What a read model would answer that is never behind. */
    async next(_: unknown, after: { at: string; id: string } | undefined, limit: number) {
      const places = await Promise.all(
        made.map(async (_delivery, n) => {
          const { status, subject } = await stateOf(n);
          const isWanted = statuses.some((one) => one === status);
          return isWanted ? [{ at: subject.at, id: idOf(n) }] : [];
        }),
      );
      const key = (place: { at: string; id: string }) => place.at + place.id;
      return places
        .flat()
        .sort((a, b) => (key(a) < key(b) ? -1 : 1))
        .filter((place) => !after || key(place) > key(after))
        .slice(0, limit);
    },
  };
  const surroundings = {
    recoveries,
    definitions: noForms,
    destinations: {
      list: async () => ({ items: [], next: null }),
    },
    progress: { waitFor: async () => true },
    largestBatch: 3,
  };
  const selection = {
    destinationId,
    since: null,
    sincePosition: null,
    until: at,
    kind: null,
    formId: null,
    statuses: [...statuses],
  };
  const requested = await requestRecovery(
    { ...fresh(), countRecoverable: async () => ({}) },
    { action, selection, perSecond: 1_000_000 },
    context,
  );
  if (!requested.ok) throw new Error(requested.error.code);
  if (isPausedOnce) await pauseRecovery(fresh(), { recoveryId: 'r1' }, context);
  log.breakNow();
  for (let process = 0; process <= kills.length + 1; process++) {
    if (isPausedOnce && process === 1) {
      log.mend();
      await resumeRecovery(fresh(), { recoveryId: 'r1' }, context);
      log.breakNow();
    }
    const { signal } = new AbortController();
    const hand = () => runRecovery({ ...fresh(), ...surroundings }, 'r1', signal).catch(() => undefined);
    // Two at once, as when the lease of one has run out and it does not know yet.
    await (process % 2 === 0 ? hand() : Promise.all([hand(), hand()]));
    if (failsAgain && !statuses.includes('pending')) await failAgain();
  }

  async function failAgain() {
    log.mend();
    for (const [n, one] of made.entries())
      if (undeliveredStatuses.some((end) => end === endOf(one)) && (await stateOf(n)).status === 'pending')
        await write(`delivery-${idOf(n)}`, {
          type: 'DeliveryExhausted',
          data: { destinationId, attempt: 1, reason: 'rejected', at },
        });
    log.breakNow();
  }

  const { state } = await fresh().aggregates.load(recovery, 'recovery-r1');
  if (!state.exists) throw new Error('no recovery');
  const change = action === 'cancel' ? 'DeliveryCancelled' : 'DeliveryReplayRequested';
  const replays = made.map(
    (_, n) =>
      (log.streams.get(`delivery-${idOf(n)}`) ?? []).filter(({ event }) => event.type === change).length,
  );
  return { state, replays };
}

const notNeeded = async (): Promise<never> => {
  throw new Error('not needed');
};
const unused = new Proxy({} as Parameters<typeof openAggregates>[0], { get: () => notNeeded });

/** The ends that a job changes, and those that it takes and passes over, because they are due already. */
const changedBy = ([action, statuses]: History['job']) =>
  action === 'cancel'
    ? ['pending', 'waiting']
    : ['skipped', 'failed', 'exhausted', ...(statuses.includes('pending') ? ['waiting'] : [])];
const isPassedOver = ([action, statuses]: History['job'], end: string): boolean =>
  action === 'send' && statuses.includes('pending') && end === 'pending';

test('a recovery replays the same deliveries once each, and a cancellation cancels them, however often it is interrupted', async () => {
  const history = fc.record({
    made: fc.array(
      fc.record({
        end: fc.constantFrom(...Object.keys(endings)),
        begin: fc.constantFrom<Made['begin']>(...begins),
      }),
      { maxLength: 12 },
    ),
    kills: fc.array(fc.constantFrom<Kill>('before', 'after', null), { maxLength: 12 }),
    failsAgain: fc.boolean(),
    isPausedOnce: fc.boolean(),
    job: fc.constantFrom(...jobs),
  });
  await fc.assert(
    fc.asyncProperty(history, async (played) => {
      const { state, replays } = await play(played);
      const { job } = played;
      const ends = played.made.map(endOf);
      const wanted = ends.map((end) => Number(changedBy(job).includes(end)));
      const passedOver = ends.filter((end) => isPassedOver(job, end)).length;
      assert.equal(replays, wanted);
      assert.is(state.status, 'completed');
      assert.equal([state.replayed, state.passedOver], [wanted.filter(Boolean).length, passedOver]);
    }),
    { numRuns: 80 },
  );
});

test.run();
