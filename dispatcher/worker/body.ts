import type { DeliverySubject } from '../../domain/delivery/subject.ts';
import { includedBy } from '../../domain/destination/question-choice.ts';
import type { DomainEvent } from '../../domain/event-registry.ts';
import { pathOfForm } from '../../domain/form/address.ts';
import type { FormDefinition } from '../../domain/form/definition.ts';
import { answersByLabel, earlierNames, namesInForm } from '../../domain/submission/answers-by-label.ts';
import { answersInOrder } from '../../domain/submission/answers-in-order.ts';
import { arrivedAt } from '../../domain/submission/events.ts';
import { displayedAnswers } from '../../domain/submission/labelled.ts';
import type { PresentSubmission } from '../../domain/submission/present.ts';

/** The source event of a body, and the submission as of that event. */
export interface BodySource {
  readonly event: DomainEvent;
  /** Null for an event of anything else. */
  readonly submission: PresentSubmission | null;
  /** The form that the submission names. */
  readonly form: FormDefinition | null;
}

/** The log does not hold the source event of a delivery. */
export class SourceMissing extends Error {
  constructor({ deliveryId, source }: DeliverySubject) {
    super(`delivery ${deliveryId}: nothing to render at ${source.stream}@${source.revision}`);
    this.name = 'SourceMissing';
  }
}

/**
 * Renders the body of a delivery. Every attempt sends the same bytes, because the body follows from the log
 * alone. The members and their order of each `bodyVersion` never change.
 * @throws SourceMissing if `source` does not match the delivery's kind
 */
export function renderBody(subject: DeliverySubject, source: BodySource): Buffer {
  const envelope = envelopeOf(subject, source);
  const body = subject.bodyVersion === undefined ? envelope : { ...envelope, ...originOf(subject) };
  const hasOrder = (subject.bodyVersion ?? 1) >= 3 && 'answers' in body && source.form;
  const names = hasOrder ? namesInForm(hasOrder.questions) : [];
  return Buffer.from('answers' in body ? answersInOrder(body, names) : JSON.stringify(body), 'utf8');
}

/** Identifies the source event, and orders it among all events. */
const originOf = ({ source, at }: DeliverySubject) => ({
  event_id: source.eventId,
  occurred_at: at,
  position: source.position,
});

function envelopeOf(subject: DeliverySubject, { event, submission, form }: BodySource) {
  const { kind, publicUrl } = subject;
  switch (kind) {
    case 'submission.created':
      if (!createdBy.includes(event.type) || !submission || !form) throw new SourceMissing(subject);
      return submissionEnvelope(subject, submission, form);
    case 'submission.corrected':
      if (event.type !== 'SubmissionCorrected' || !submission || !form) throw new SourceMissing(subject);
      // The reason may be about a person, and receivers have no use for it.
      return { ...submissionEnvelope(subject, submission, form), corrected_at: event.data.at };
    case 'submission.payment_completed': {
      if (event.type !== 'SubmissionPaymentCompleted' || !submission || !form)
        throw new SourceMissing(subject);
      const { id, provider, amount, currency, paidAt, fieldKey } = event.data.payment;
      return {
        ...submissionEnvelope(subject, submission, form),
        payment: {
          id,
          provider,
          amount,
          currency,
          status: 'succeeded',
          paid_at: paidAt,
          field_key: fieldKey,
        },
      };
    }
    case 'form.published': {
      if (event.type !== 'FormPublished') throw new SourceMissing(subject);
      const { formId, title, slug, at } = event.data;
      const isBefore = (subject.bodyVersion ?? 1) < 3;
      return {
        event: kind,
        form: title,
        form_id: formId,
        form_slug: slug,
        status: 'published',
        url: publicUrl + (isBefore ? `/f/${formId}` : pathOfForm({ formId, slug })),
        published_at: at,
      };
    }
    case 'ping': {
      if (event.type !== 'DestinationPinged') throw new SourceMissing(subject);
      const { destinationId, label, at } = event.data;
      return { event: kind, destination_id: destinationId, destination: label, sent_at: at };
    }
    default:
      return kind satisfies never;
  }
}

/** The events by which a submission becomes complete. */
const createdBy: readonly DomainEvent['type'][] = ['SubmissionCreated', 'SubmissionCompleted'];

function submissionEnvelope(subject: DeliverySubject, submission: PresentSubmission, form: FormDefinition) {
  const { submissionId, isComplete, removed = [], at } = submission;
  const answers = displayedAnswers(form.questions, submission);
  // An excluded question is excluded everywhere: `fields` would reveal what `answers` omits.
  const { bodyVersion = 1 } = subject;
  const isIncluded = includedBy(subject);
  const names = bodyVersion < 3 ? earlierNames : namesInForm;
  const included = answers.filter(isIncluded);
  const removedIncluded = removed.filter(isIncluded);
  return {
    event: subject.kind,
    submission_id: submissionId,
    form: form.title,
    form_id: form.id,
    form_slug: form.slug,
    form_status: form.status,
    is_complete: isComplete,
    created_at: arrivedAt(submission),
    submitted_at: at,
    answers: answersByLabel(answers, isIncluded, names(form.questions)),
    fields: included.map(({ fieldId, key, label, kind, value, display, e164 }) => ({
      id: fieldId,
      key,
      label,
      kind,
      value,
      ...(bodyVersion === 3 && { display, ...(e164 !== undefined && { e164 }) }),
    })),
    ...(removedIncluded.length > 0 && {
      removed_fields: removedIncluded.map(({ fieldId: id, ...answer }) => ({ id, ...answer })),
    }),
  };
}
