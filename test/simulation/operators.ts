import { setTimeout as delay } from 'node:timers/promises';
import { cancelByRequest } from '../../commands/delivery/cancel-delivery.ts';
import { replayDelivery } from '../../commands/delivery/replay-delivery.ts';
import { rotateSecret } from '../../commands/destination/rotate-secret.ts';
import { makeSecret } from '../../commands/destination/signing-secret.ts';
import { cancelRecovery, pauseRecovery, resumeRecovery } from '../../commands/recovery/change-recovery.ts';
import { requestRecovery } from '../../commands/recovery/request-recovery.ts';
import type { SecretBox } from '../../commands/secret-box.ts';
import { eraseSubmission } from '../../commands/submission/erase-submission.ts';
import { type RecoverableStatus, undeliveredStatuses } from '../../domain/delivery/decider.ts';
import { destination, type DestinationCommand } from '../../domain/destination/decider.ts';
import { type DestinationSettings, signatureSchemes, webhookKinds } from '../../domain/destination/events.ts';
import type { RecoveryAction } from '../../domain/recovery/events.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { Aggregates, CommandContext } from '../../log/aggregates.ts';
import { type NewEvent } from '../../log/event-log.ts';
import { openFormDefinitions } from '../../log/form-definitions.ts';
import { StreamErased } from '../../log/log-errors.ts';
import type { PlannedDeliveries } from '../../log/planned-deliveries.ts';
import { copiedForm } from '../support/forms.ts';
import { askedFields, type DestinationLaws } from './laws/destination-laws.ts';
import { logOf, type MemoryLog } from './memory/memory-log.ts';
import type { MemoryStore } from './memory/memory-store.ts';
import type { Random } from './random.ts';

export interface OperatorsDeps {
  readonly random: Random;
  readonly log: MemoryLog;
  readonly aggregates: Aggregates;
  readonly deliveries: PlannedDeliveries;
  readonly secrets: SecretBox;
  readonly store: MemoryStore;
  readonly destinations: Pick<DestinationLaws, 'all'>;
  readonly now: () => Date;
  /** How long they wait between two things that they do, on average. */
  readonly everyMs: number;
  readonly submissionsEveryMs: number;
}

const accountId = 'a1';
const formIds = ['f1', 'f2', 'f3'];
const questions = askedFields.map(
  (fieldId) => ({ fieldId, key: fieldId, label: fieldId, kind: 'short_text' }) as const,
);

/** Mostly the default statuses of a recovery. */
const statusesOf = (random: Random): RecoverableStatus[] =>
  random.chance(0.7)
    ? [...undeliveredStatuses]
    : [...random.pick([['pending'] as const, ['failed', 'pending'] as const])];

/** People, who fill in forms, and who do to the destinations whatever comes to their minds. */
export function openOperators(deps: OperatorsDeps) {
  const { random, log, aggregates, deliveries, secrets, store, destinations, now } = deps;
  const readable = logOf(log, async (effect) => effect());
  const definitions = openFormDefinitions(readable);
  /** The last submissions. */
  let recent: readonly string[] = [];
  const at = () => now().toISOString();
  const context = (): CommandContext => ({
    accountId,
    actor: { kind: 'operator', id: 'simulated' },
    correlationId: 'c',
    causationId: 'c',
    idempotencyKey: random.id('k'),
  });

  function append(stream: string, event: NewEvent['event']): void {
    const metadata = context();
    log.append(stream, log.stream(stream).length - 1, [{ id: random.id('e'), event, metadata }]);
  }

  async function command(id: string, what: DestinationCommand): Promise<void> {
    await aggregates.execute(destination, streamOf.destination(id), [what], context());
  }

  /** Mostly of all questions; or of some, of some forms. */
  const choice = () =>
    random.chance(0.7)
      ? null
      : formIds.flatMap((formId) =>
          random.chance(0.7) ? { formId, fieldIds: askedFields.filter(() => random.chance(0.8)) } : [],
        );

  async function configure(id = random.id('d'), concurrency = random.between(1, 8)): Promise<void> {
    const settings: DestinationSettings = {
      label: id,
      url: `https://receiver.test/${id}`,
      includedQuestions: [],
      includedFields: choice(),
      signature: random.pick(signatureSchemes),
      events: webhookKinds.filter((kind) => kind === 'submission.created' || random.chance(0.4)),
      formId: random.chance(0.3) ? random.pick(formIds) : null,
      concurrency,
      ratePerSecond: random.chance(0.2) ? random.between(1, 5) : null,
    };
    const enabled = random.chance(0.9);
    const secret = secrets.seal(makeSecret(), id);
    await command(id, {
      type: 'ConfigureDestination',
      destinationId: id,
      accountId,
      enabled,
      secret,
      at: at(),
      settings,
    });
  }

  function submit(): void {
    const submissionId = random.id('s');
    recent = [...recent.slice(-9), submissionId];
    const stream = streamOf.submission(submissionId);
    const formId = random.pick(formIds);
    append(stream, {
      type: 'SubmissionCreated',
      data: {
        submissionId,
        accountId,
        answers: ['x', 'y'],
        source: 'api',
        requestHash: '',
        at: at(),
        form: copiedForm({ id: formId, questions }),
        isComplete: random.chance(0.95),
      },
    });
    if (!random.chance(0.2)) return;
    const payment = { id: 'p', provider: 'x', amount: 1, currency: 'EUR', paidAt: at(), fieldKey: 'k' };
    // Payments of earlier releases do not name the form.
    const named = random.chance(0.7) ? { formId } : {};
    append(stream, { type: 'SubmissionPaymentCompleted', data: { payment, ...named, at: at() } });
  }

  async function publish(): Promise<void> {
    const formId = random.pick(formIds);
    append(`form-${formId}`, {
      type: 'FormPublished',
      data: { formId, title: 'Form', slug: 'form', at: at() },
    });
  }

  async function recover(destinationId: string | null, action: RecoveryAction = 'send'): Promise<void> {
    const since = random.chance(0.5)
      ? null
      : new Date(now().getTime() - random.wait(3 * 86_400_000)).toISOString();
    const selection = {
      destinationId,
      since,
      until: at(),
      sincePosition: random.chance(0.2) ? String(random.between(1, Number(log.head()))) : null,
      kind: random.chance(0.2) ? random.pick(webhookKinds) : null,
      formId: random.chance(0.2) ? random.pick(formIds) : null,
      statuses: action === 'cancel' ? ['pending' as const] : statusesOf(random),
    };
    const wanted = { action, selection, perSecond: random.pick([1, 20, 500]) };
    const newId = () => random.id('r');
    const recoveryDeps = { aggregates, now, newId, log: readable, countRecoverable: async () => ({}) };
    const requested = await requestRecovery(recoveryDeps, wanted, context());
    // Most are through within seconds.
    if (requested.ok && random.chance(0.3))
      void delay(random.wait(5_000)).then(() => changeRecovery(requested.value.recovery.recoveryId));
  }

  async function changeOne(): Promise<void> {
    const running = await store.recoveries.running(10);
    if (running.length > 0) await changeRecovery(random.pick(running));
  }

  async function changeRecovery(recoveryId: string): Promise<void> {
    const change = random.pick([pauseRecovery, resumeRecovery, cancelRecovery]);
    await change({ aggregates, now }, { recoveryId }, context());
    if (change === pauseRecovery && random.chance(0.8)) {
      await delay(random.wait(3_600_000));
      await resumeRecovery({ aggregates, now }, { recoveryId }, context());
    }
  }

  async function replay(): Promise<void> {
    const ids = [...store.documents.keys()];
    if (ids.length === 0) return;
    // Mostly something that is not long ago.
    const deliveryId = random.chance(0.7) ? random.pick(ids.slice(-50)) : random.pick(ids);
    await replayDelivery({ aggregates, deliveries, now, definitions }, { deliveryId }, context());
  }

  /** Mostly of something that waits. */
  async function cancel(): Promise<void> {
    const waiting = [...store.pending()].map(({ id }) => id);
    const ids = waiting.length > 0 && random.chance(0.8) ? waiting : [...store.documents.keys()];
    if (ids.length === 0) return;
    await cancelByRequest({ aggregates, deliveries, now }, { deliveryId: random.pick(ids) }, context());
  }

  /** Mostly of a submission that somebody is still to be told of. */
  async function erase(): Promise<void> {
    const waiting = [...store.pending()].flatMap(({ id }) => store.documents.get(id)?.submission_id ?? []);
    const all = [...store.documents.values()].slice(-200).flatMap((doc) => doc.submission_id ?? []);
    const shown = waiting.length > 0 && random.chance(0.8) ? waiting : all;
    // People know of what the read store does not show yet.
    const ids = random.chance(0.2) ? recent : shown;
    if (ids.length > 0) await eraseOne(random.pick(ids));
  }

  const eraseOne = (submissionId: string) =>
    eraseSubmission({ aggregates, now }, submissionId, context()).catch((error: unknown) => {
      // The read store still showed it.
      if (!(error instanceof StreamErased)) throw error;
    });

  /** Somebody runs a newer release for a moment: what it writes is unknown to the others until they are replaced, too. */
  async function confuse(): Promise<void> {
    const forMs = random.wait(40 * 60_000);
    const event = { type: 'SubmissionReservationLapsed', data: { at: at() } } as const;
    const stream = streamOf.submission(random.id('u'));
    log.appendUnknown(stream, { id: random.id('e'), event, metadata: context() }, now().getTime() + forMs);
    if (random.chance(0.3)) {
      await delay(random.wait(60_000));
      submit();
      await eraseOne(recent.at(-1) ?? '');
    }
    await delay(forMs);
    store.parked.requestRetry();
    // Whoever parks it only now has not seen the new release begin.
    for (let n = 0; n < 100 && !store.parked.isEmpty(); n++) {
      await delay(60_000);
      store.parked.requestRetry();
    }
  }

  const rotate = (destinationId: string) =>
    rotateSecret({ aggregates, secrets, now }, { destinationId, overlap: random.chance(0.7) }, context());

  /** One thing that comes to somebody's mind. */
  async function act(): Promise<void> {
    const living = [...destinations.all()].filter(({ removed }) => !removed);
    if (living.length < 3) return configure();
    const { id } = random.pick(living);
    const disabled = living.filter(({ enabled }) => !enabled);
    await random.pick<() => Promise<unknown>>([
      publish,
      replay,
      replay,
      cancel,
      erase,
      changeOne,
      async () => void confuse(),
      () => rotate(id),
      () => (living.length < 10 ? configure() : command(id, { type: 'RemoveDestination', at: at() })),
      () => recover(random.chance(0.8) ? id : null),
      () => recover(random.chance(0.9) ? id : null, 'cancel'),
      () => command(id, { type: 'DisableDestination', reason: { kind: 'operator' }, at: at() }),
      ...Array<() => Promise<void>>(3).fill(async () => {
        if (disabled.length === 0) return;
        const enabled = random.pick(disabled).id;
        await command(enabled, { type: 'EnableDestination', at: at() });
        if (random.chance(0.5)) await recover(enabled);
      }),
      () => command(id, { type: 'PingDestination', deliveryId: random.id('p'), at: at() }),
      () =>
        command(id, {
          type: 'ChangeDestination',
          settings: {
            concurrency: random.between(1, 8),
            formId: random.pick([null, ...formIds]),
            ...(random.chance(0.3) && { events: [random.pick(webhookKinds)] }),
            ...(random.chance(0.3) && { includedFields: choice() }),
          },
          at: at(),
        }),
    ])();
  }

  return {
    configure,
    submit,
    /** Goes on until the signal. */
    async run(signal: AbortSignal): Promise<void> {
      const lives = () => !signal.aborted;
      async function people(): Promise<void> {
        for (;;) {
          await delay(random.wait(deps.everyMs));
          if (!lives()) return;
          await act();
        }
      }
      async function visitors(): Promise<void> {
        while (lives()) {
          // Now and then very many come at once.
          const count = random.chance(0.02) ? random.between(10, 60) : 1;
          for (let n = 0; n < count; n++) submit();
          await delay(random.wait(deps.submissionsEveryMs));
        }
      }
      await Promise.all([people(), visitors()]);
    },
  };
}
