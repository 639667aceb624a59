import type { DeliverySubject } from '../../domain/delivery/events.ts';
import type { DestinationEvent, WebhookKind } from '../../domain/destination/events.ts';
import type { ChosenFields } from '../../domain/destination/question-choice.ts';
import { arrivedAt } from '../../domain/submission/events.ts';
import type { RecordedEvent } from '../../log/event-log.ts';
import { derivedId } from '../../log/ids.ts';
import { idAfter, type ProcessManager } from '../../projections/projection.ts';

/** The part of a destination that planning needs. */
type Target = Readonly<{
  id: string;
  events: readonly WebhookKind[];
  /** Null for every form of the account. */
  form_id: string | null;
  included_questions: readonly string[];
  /** Absent from what earlier releases stored. */
  included_fields?: readonly ChosenFields[] | null;
  enabled: boolean;
}>;

/** The destinations of one account as of an event. */
export type Targets = Readonly<{ targets: readonly Target[] }>;

/** A delivery of one event to one destination. */
export interface PlannedDelivery {
  /** The form is null if the event does not name it: the submission's stream does, and a test has none. */
  readonly subject: Omit<DeliverySubject, 'publicUrl' | 'includedFields'>;
  readonly onlyForm: string | null;
  /** The destination's choice of questions by the ids of their fields; null without one. */
  readonly fields: readonly ChosenFields[] | null;
  readonly skip: boolean;
  readonly correlationId: string;
}

const changed = (doc: Targets | null, event: RecordedEvent, change: Partial<Target>): Targets => {
  const id = idAfter('destination-', event.stream);
  return {
    targets: (doc?.targets ?? []).map((target) => (target.id === id ? { ...target, ...change } : target)),
  };
};

/** Returns the webhook that an event triggers; null if it triggers none. */
function webhookOf({ event, stream }: RecordedEvent) {
  switch (event.type) {
    case 'SubmissionCreated': {
      const { submissionId, form, isComplete } = event.data;
      return isComplete ? { kind: 'submission.created' as const, formId: form.id, submissionId } : null;
    }
    case 'SubmissionPaymentCompleted': {
      const submissionId = idAfter('submission-', stream);
      return { kind: 'submission.payment_completed' as const, formId: null, submissionId };
    }
    case 'FormPublished':
      return { kind: 'form.published' as const, formId: event.data.formId, submissionId: null };
    default:
      return null;
  }
}

/**
 * Tracks each account's destinations through the log, so that their state as of each event is known, and
 * plans a delivery to every destination that subscribes to the event. The delivery's id is derived from the
 * event and the destination, so that a repeated plan schedules it once.
 */
export const planner: ProcessManager<Targets, PlannedDelivery> = {
  name: 'planner',
  version: 1,
  streamPrefixes: ['destination-', 'submission-', 'form-'],
  indexes: [],
  key: ({ metadata }) => metadata.accountId,
  on: {
    DestinationConfigured: (doc, { event }) => {
      const { destinationId: id, settings, enabled } = event.data;
      const { events, formId: form_id, includedQuestions: included_questions, includedFields } = settings;
      const choice = {
        included_questions,
        ...(includedFields !== undefined && { included_fields: includedFields }),
      };
      return { targets: [...(doc?.targets ?? []), { id, events, form_id, ...choice, enabled }] };
    },
    DestinationChanged: (doc, recorded) => {
      const { events, formId, includedQuestions, includedFields } = recorded.event.data.settings;
      return changed(doc, recorded, {
        ...(events && { events }),
        ...(formId !== undefined && { form_id: formId }),
        ...(includedQuestions && { included_questions: includedQuestions }),
        ...(includedFields !== undefined && { included_fields: includedFields }),
      });
    },
    DestinationEnabled: (doc, event) => changed(doc, event, { enabled: true }),
    DestinationDisabled: (doc, event) => changed(doc, event, { enabled: false }),
    DestinationRemoved: (doc, { stream }) => ({
      targets: (doc?.targets ?? []).filter(({ id }) => id !== idAfter('destination-', stream)),
    }),
  },
  react: (doc, recorded) => {
    if (recorded.event.type === 'DestinationPinged') return [testDelivery(recorded.event.data, recorded)];
    const webhook = webhookOf(recorded);
    if (!webhook || !doc) return [];
    return doc.targets
      .filter(({ events, form_id }) => events.includes(webhook.kind) && includesForm(form_id, webhook.formId))
      .map((target) => plannedDelivery(target, webhook, recorded));
  },
};

/** Whether a destination restricted to `onlyForm` receives events of `formId`; true for an unknown form. */
export const includesForm = (onlyForm: string | null, formId: string | null): boolean =>
  onlyForm === null || formId === null || onlyForm === formId;

const plannedDelivery = (
  target: Target,
  webhook: NonNullable<ReturnType<typeof webhookOf>>,
  recorded: RecordedEvent,
): PlannedDelivery => ({
  subject: {
    ...webhook,
    ...origin(recorded),
    deliveryId: derivedId(recorded.id, target.id),
    destinationId: target.id,
    includedQuestions: [...target.included_questions],
  },
  onlyForm: target.form_id,
  fields: target.included_fields ?? null,
  skip: !target.enabled,
  correlationId: recorded.metadata.correlationId,
});

/**
 * A test is sent regardless of the destination's subscriptions, and also while the destination is disabled.
 */
const testDelivery = (
  { deliveryId, destinationId }: Extract<DestinationEvent, { type: 'DestinationPinged' }>['data'],
  recorded: RecordedEvent,
): PlannedDelivery => ({
  subject: {
    kind: 'ping',
    formId: null,
    submissionId: null,
    ...origin(recorded),
    deliveryId,
    destinationId,
    includedQuestions: [],
  },
  onlyForm: null,
  fields: null,
  skip: false,
  correlationId: recorded.metadata.correlationId,
});

const origin = ({ id: eventId, stream, revision, position, metadata, event }: RecordedEvent) => ({
  accountId: metadata.accountId,
  source: { stream, revision, position: String(position), eventId },
  bodyVersion: 3 as const,
  at: event.type === 'SubmissionCreated' ? arrivedAt(event.data) : event.data.at,
});
