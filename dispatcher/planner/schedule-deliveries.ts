import { inParallel } from '../../async/in-parallel.ts';
import { scheduleDelivery } from '../../commands/delivery/schedule-delivery.ts';
import type { CommandDeps } from '../../commands/deps.ts';
import type { DeliverySubject } from '../../domain/delivery/events.ts';
import type { ChosenFields } from '../../domain/destination/question-choice.ts';
import type { EventLog } from '../../log/event-log.ts';
import { StreamErased } from '../../log/log-errors.ts';
import { includesForm, type PlannedDelivery } from './planner.ts';

const parallelAppends = 256;

export interface PlannerDeps extends Pick<CommandDeps, 'aggregates' | 'now'> {
  readonly log: Pick<EventLog, 'readEvent'>;
  /** The service's own base URL, without a trailing slash. */
  readonly publicUrl: string;
}

/**
 * Schedules planned deliveries. They are due at once by the clock, not at the event's time: a planner that
 * lags behind must not insert deliveries into the past of the queue.
 * @throws LogUnavailable
 */
export async function scheduleDeliveries(
  deps: PlannerDeps,
  plans: readonly PlannedDelivery[],
): Promise<void> {
  await inParallel(
    parallelAppends,
    plans,
    skippingErased(async ({ subject, onlyForm, fields, skip, correlationId }) => {
      const formId = await formOf(deps, subject);
      if (!includesForm(onlyForm, formId)) return;
      const { accountId, deliveryId, source } = subject;
      const { publicUrl, now } = deps;
      const scheduled = await scheduleDelivery(
        deps,
        {
          subject: { ...subject, ...chosenOf(fields, formId), formId, publicUrl },
          dueAt: now().toISOString(),
          skip,
        },
        {
          accountId,
          actor: { kind: 'system', id: 'planner' },
          correlationId,
          causationId: source.eventId,
        },
      );
      if (!scheduled.ok) throw new Error(`delivery ${deliveryId} was not scheduled: ${scheduled.error.code}`);
    }),
  );
}

/** The chosen fields of a form, if the destination makes a choice: other forms' fields are no part of the delivery. */
const chosenOf = (
  fields: readonly ChosenFields[] | null,
  formId: string | null,
): Pick<DeliverySubject, 'includedFields'> =>
  fields === null ? {} : { includedFields: fields.find((of) => of.formId === formId)?.fieldIds ?? [] };

/** Skips deliveries of events that have been erased. */
const skippingErased =
  (plan: (planned: PlannedDelivery) => Promise<void>) =>
  (planned: PlannedDelivery): Promise<void> =>
    plan(planned).catch((error: unknown) => {
      if (!(error instanceof StreamErased)) throw error;
    });

async function formOf(
  { log }: Pick<PlannerDeps, 'log'>,
  { kind, formId, source }: PlannedDelivery['subject'],
): Promise<string | null> {
  if (formId !== null || kind === 'ping') return formId;
  const first = await log.readEvent(source.stream, 0);
  if (first?.event.type !== 'SubmissionCreated')
    throw new Error(`${source.stream} does not begin with a submission`);
  return first.event.data.form.id;
}
