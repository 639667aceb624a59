import type { DeliverySubject } from '../../domain/delivery/subject.ts';
import { includedBy } from '../../domain/destination/question-choice.ts';
import type { DomainEvent } from '../../domain/event-registry.ts';
import { pathOfForm } from '../../domain/form/address.ts';
import type { FormDefinition } from '../../domain/form/definition.ts';
import { answersByLabel, earlierNames, namesInForm } from '../../domain/submission/answers-by-label.ts';
import { answersInOrder } from '../../domain/submission/answers-in-order.ts';
import { arrivedAt, type SubmissionCreated } from '../../domain/submission/events.ts';
import { displayedAnswers } from '../../domain/submission/labelled.ts';

/** The events from which a body is rendered: the source event, and the first event of its stream. */
export interface BodySource {
  readonly event: DomainEvent;
  readonly first: DomainEvent;
  /** The form that `first` names, if that is a submission. */
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

function envelopeOf(subject: DeliverySubject, { event, first, form }: BodySource) {
  const { kind, publicUrl } = subject;
  switch (kind) {
    case 'submission.created':
      if (event.type !== 'SubmissionCreated' || !form) throw new SourceMissing(subject);
      return submissionEnvelope(subject, event.data, form);
    case 'submission.payment_completed': {
      if (event.type !== 'SubmissionPaymentCompleted' || first.type !== 'SubmissionCreated' || !form)
        throw new SourceMissing(subject);
      const { id, provider, amount, currency, paidAt, fieldKey } = event.data.payment;
      return {
        ...submissionEnvelope(subject, first.data, form),
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

function submissionEnvelope(
  subject: DeliverySubject,
  created: SubmissionCreated['data'],
  form: FormDefinition,
) {
  const { submissionId, isComplete, at } = created;
  const answers = displayedAnswers(form.questions, created);
  // An excluded question is excluded everywhere: `fields` would reveal what `answers` omits.
  const { bodyVersion = 1 } = subject;
  const isIncluded = includedBy(subject);
  const names = bodyVersion < 3 ? earlierNames : namesInForm;
  const included = answers.filter(isIncluded);
  return {
    event: subject.kind,
    submission_id: submissionId,
    form: form.title,
    form_id: form.id,
    form_slug: form.slug,
    form_status: form.status,
    is_complete: isComplete,
    created_at: arrivedAt(created),
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
  };
}
