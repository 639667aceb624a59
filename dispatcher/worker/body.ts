import type { DeliverySubject } from '../../domain/delivery/events.ts';
import type { DomainEvent } from '../../domain/event-registry.ts';
import { answersByLabel } from '../../domain/submission/answers-by-label.ts';
import type { SubmissionCreated } from '../../domain/submission/events.ts';

/** What a body is rendered from: the event that it tells of, and the first one of that event's stream. */
export interface BodySource {
  readonly event: DomainEvent;
  readonly first: DomainEvent;
}

/** The log does not hold what a delivery is to tell of. */
export class SourceMissing extends Error {
  constructor({ deliveryId, source }: DeliverySubject) {
    super(`delivery ${deliveryId}: nothing to render at ${source.stream}@${source.revision}`);
    this.name = 'SourceMissing';
  }
}

/**
 * The body of a delivery: the same bytes on every attempt, since it follows from the log alone.
 * @throws SourceMissing when `source` is not what the delivery speaks of
 */
export function renderBody(subject: DeliverySubject, source: BodySource): Buffer {
  return Buffer.from(JSON.stringify(envelopeOf(subject, source)), 'utf8');
}

function envelopeOf(subject: DeliverySubject, { event, first }: BodySource) {
  const { kind, publicUrl } = subject;
  switch (kind) {
    case 'submission.created':
      if (event.type !== 'SubmissionCreated') throw new SourceMissing(subject);
      return submissionEnvelope(subject, event.data);
    case 'submission.payment_completed': {
      if (event.type !== 'SubmissionPaymentCompleted' || first.type !== 'SubmissionCreated')
        throw new SourceMissing(subject);
      const { id, provider, amount, currency, paidAt, fieldKey } = event.data.payment;
      return {
        ...submissionEnvelope(subject, first.data),
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
      return {
        event: kind,
        form: title,
        form_id: formId,
        form_slug: slug,
        status: 'published',
        url: `${publicUrl}/f/${formId}`,
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

function submissionEnvelope({ kind, includedQuestions }: DeliverySubject, data: SubmissionCreated['data']) {
  const { submissionId, form, isComplete, answers, at } = data;
  // A question that is left out is left out everywhere: `fields` would give away what `answers` hides.
  const included = answers.filter(
    ({ label }) => includedQuestions.length === 0 || includedQuestions.includes(label),
  );
  return {
    event: kind,
    submission_id: submissionId,
    form: form.title,
    form_id: form.id,
    form_slug: form.slug,
    form_status: form.status,
    is_complete: isComplete,
    created_at: at,
    submitted_at: at,
    answers: answersByLabel(answers, includedQuestions),
    fields: included.map(({ fieldId, key, label, kind, value }) => ({
      id: fieldId,
      key,
      label,
      kind,
      value,
    })),
  };
}
