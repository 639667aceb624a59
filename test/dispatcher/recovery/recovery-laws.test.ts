import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pauseRecovery, resumeRecovery } from '../../../commands/recovery/change-recovery.ts';
import { requestRecovery } from '../../../commands/recovery/request-recovery.ts';
import { runRecovery } from '../../../dispatcher/recovery/run-recovery.ts';
import {
  delivery,
  type ExistingDelivery,
  type RecoverableStatus,
  recoverableStatuses,
  undeliveredStatuses,
} from '../../../domain/delivery/decider.ts';
import type { DeliveryEvent } from '../../../domain/delivery/events.ts';
import { recovery } from '../../../domain/recovery/decider.ts';
import type { RecoveryAction } from '../../../domain/recovery/events.ts';
import { type CommandContext, openAggregates } from '../../../log/aggregates.ts';
import { type NewEvent } from '../../../log/event-log.ts';
import { ConcurrencyConflict, LogUnavailable } from '../../../log/log-errors.ts';
import { configured, inDelivery, minute, scheduled } from '../../projections/samples.ts';
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
  const streams = new Map<string, NewEvent[]>();
  const fates = kills.values();
  let isFragile = false;
  let position = 0n;
  return {
    streams,
    breakNow: () => void (isFragile = true),
    mend: () => void (isFragile = false),
    async append(stream: string, expected: number, events: readonly NewEvent[]) {
      const kill = isFragile ? (fates.next().value ?? null) : null;
      if (kill === 'before') throw new LogUnavailable('killed');
      const held = streams.get(stream) ?? [];
      if (held.length - 1 !== expected) throw new ConcurrencyConflict(stream, expected);
      streams.set(stream, [...held, ...events]);
      position += 1n;
      if (kill === 'after') throw new LogUnavailable('killed');
      return { revision: held.length + events.length - 1, position };
    },
    async *readStream(stream: string, from = 0) {
      const held = streams.get(stream) ?? [];
      for (const [revision, { id, event, metadata }] of held.entries())
        if (revision >= from)
          yield { id, event, metadata, stream, revision, position: 1n, recordedAt: new Date(0) };
    },
  };
}

/** Ends of deliveries that a recovery takes, and of others. */
const endings: Readonly<Record<string, DeliveryEvent | null>> = {
  skipped: { type: 'DeliverySkipped', data: { reason: 'destination_disabled', at } },
  failed: { type: 'DeliveryExhausted', data: { destinationId, attempt: 1, reason: 'rejected', at } },
  exhausted: { type: 'DeliveryExhausted', data: { destinationId, attempt: 9, reason: 'attempt_limit', at } },
  succeeded: { type: 'DeliverySucceeded', data: { attempt: 1, at } },
  pending: null,
  waiting: {
    type: 'DeliveryAttempted',
    data: {
      destinationId,
      attempt: 1,
      startedAt: at,
      durationMs: 1,
      at,
      nextAttemptAt: minute(200),
      outcome: { kind: 'response', status: 503, excerpt: '' },
    },
  },
};

/** What a recovery or a cancellation is asked for. */
const jobs: readonly (readonly [RecoveryAction, readonly RecoverableStatus[]])[] = [
  ['send', undeliveredStatuses],
  ['send', recoverableStatuses],
  ['cancel', ['pending']],
];

interface History {
  readonly ends: readonly string[];
  readonly kills: readonly Kill[];
  /** Whether a delivery that was sent again fails again at once, so that it could be found once more. */
  readonly failsAgain: boolean;
  readonly isPausedOnce: boolean;
  readonly job: (typeof jobs)[number];
}

async function play({ ends, kills, failsAgain, isPausedOnce, job: [action, statuses] }: History) {
  const log = fragileLog(kills);
  const fresh = () => {
    // A process remembers nothing of the one before it.
    const fromLog = { ...unused, ...log, readEvent: notNeeded };
    return { log: fromLog, aggregates: openAggregates(fromLog), now: () => new Date(at), newId: () => 'r1' };
  };
  const write = async (stream: string, event: NewEvent['event']) => {
    const held = log.streams.get(stream)?.length ?? 0;
    await log.append(stream, held - 1, [{ id: `${stream}-${held}`, event, metadata: context }]);
  };
  const facts = [
    configured(destinationId),
    ...ends.flatMap((end, n) => {
      const ending = endings[end];
      const made = scheduled(`w${n}`, { at: minute(n % 3), dueAt: minute(n % 3) });
      return ending ? [made, inDelivery(`w${n}`, ending)] : [made];
    }),
  ];
  for (const { stream, event } of facts) await write(stream, event);

  async function stateOf(id: string): Promise<ExistingDelivery> {
    const { state } = await fresh().aggregates.load(delivery, `delivery-${id}`);
    if (!state.exists) throw new Error('gone');
    return state;
  }
  const recoveries = {
    /** What a read model would answer that is never behind. */
    async next(_: unknown, after: { at: string; id: string } | undefined, limit: number) {
      const places = await Promise.all(
        ends.map(async (_end, n) => {
          const { status, subject } = await stateOf(`w${n}`);
          const isWanted = statuses.some((one) => one === status);
          return isWanted ? [{ at: subject.at, id: `w${n}` }] : [];
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
    if (failsAgain && !statuses.includes('pending')) await failAgain(ends.length);
  }

  async function failAgain(count: number) {
    log.mend();
    for (let n = 0; n < count; n++)
      if (undeliveredStatuses.some((end) => end === ends[n]) && (await stateOf(`w${n}`)).status === 'pending')
        await write(`delivery-w${n}`, {
          type: 'DeliveryExhausted',
          data: { destinationId, attempt: 1, reason: 'rejected', at },
        });
    log.breakNow();
  }

  const { state } = await fresh().aggregates.load(recovery, 'recovery-r1');
  if (!state.exists) throw new Error('no recovery');
  const change = action === 'cancel' ? 'DeliveryCancelled' : 'DeliveryReplayRequested';
  const replays = ends.map(
    (_, n) => (log.streams.get(`delivery-w${n}`) ?? []).filter(({ event }) => event.type === change).length,
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
    ends: fc.array(fc.constantFrom(...Object.keys(endings)), { maxLength: 12 }),
    kills: fc.array(fc.constantFrom<Kill>('before', 'after', null), { maxLength: 12 }),
    failsAgain: fc.boolean(),
    isPausedOnce: fc.boolean(),
    job: fc.constantFrom(...jobs),
  });
  await fc.assert(
    fc.asyncProperty(history, async (played) => {
      const { state, replays } = await play(played);
      const { ends, job } = played;
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
