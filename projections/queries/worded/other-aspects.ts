import type { SignatureScheme } from '../../../domain/destination/events.ts';
import { outcomeText, webhookTopics } from '../../../domain/sentences/delivery.ts';
import { providerName } from '../../../domain/sentences/payment.ts';
import { moment, quoted } from '../../../domain/sentences/sentence.ts';
import { moneyText } from '../../../domain/submission/currencies.ts';
import { displayedAnswers } from '../../../domain/submission/labelled.ts';
import type { FormDefinitions } from '../../../log/form-definitions.ts';
import type { AccountDocument } from '../../read-models/accounts/projection.ts';
import type { DeliveryDocument } from '../../read-models/deliveries/document.ts';
import type { DestinationDocument } from '../../read-models/destinations/projection.ts';
import type { SubmissionDocument } from '../../read-models/submissions/document.ts';
import type { Aspect } from './aspects.ts';

/** What the words of a state need beside it. */
export interface Wording {
  readonly definitions: FormDefinitions;
  /** Returns the title of a form at that time, in quotation marks; its id without one. */
  formTitle(id: string): Promise<string>;
  destinationName(id: string): Promise<string>;
  /** Returns the labels of some questions of a form, as they are now. */
  questionLabels(formId: string, fieldIds: readonly string[]): Promise<readonly string[]>;
}

/** An account in words. */
export const accountAspects = (account: AccountDocument): readonly Aspect[] => [
  { id: 'name', label: 'Name', text: account.name },
  { id: 'plan', label: 'Plan', text: account.plan },
  { id: 'language', label: 'Language of new forms', text: account.language ?? null },
  { id: 'zone', label: 'Time zone of new forms', text: account.time_zone ?? null },
];

const signatures: Readonly<Record<SignatureScheme, string>> = {
  timestamped: 'Time and body',
  sha256: 'Body alone',
  'standard-webhooks': 'Standard Webhooks',
};

async function chosenQuestions(destination: DestinationDocument, wording: Wording): Promise<string> {
  const { included_fields: fields, included_questions: names } = destination;
  if (fields === null) return names.length === 0 ? 'All' : names.join('\n');
  const labels = await Promise.all(
    fields.map(({ formId, fieldIds }) => wording.questionLabels(formId, fieldIds)),
  );
  return labels.flat().join('\n');
}

/** A destination in words. */
export async function destinationAspects(
  destination: DestinationDocument,
  wording: Wording,
): Promise<readonly Aspect[]> {
  const { form_id: form, rate_per_second: rate } = destination;
  return [
    { id: 'label', label: 'Name', text: destination.label },
    { id: 'url', label: 'Address', text: destination.url },
    { id: 'state', label: 'State', text: destination.enabled ? 'Enabled' : 'Disabled' },
    {
      id: 'events',
      label: 'Sends a webhook when',
      text: destination.events.map((kind) => webhookTopics[kind]).join('\n'),
    },
    { id: 'form', label: 'Form', text: form === null ? 'All forms' : await wording.formTitle(form) },
    { id: 'questions', label: 'Questions', text: await chosenQuestions(destination, wording) },
    { id: 'signature', label: 'Signature', text: signatures[destination.signature] },
    { id: 'concurrency', label: 'Concurrent requests', text: String(destination.concurrency) },
    { id: 'rate', label: 'Requests a second', text: rate === null ? 'No limit' : String(rate) },
    {
      id: 'secret',
      label: 'Former secret is valid until',
      text: destination.previous_secret_until && moment(destination.previous_secret_until),
    },
  ];
}

/** A submission in words, with its answers as people saw them. @throws LogUnavailable */
export async function submissionAspects(
  submission: SubmissionDocument,
  { definitions }: Wording,
): Promise<readonly Aspect[]> {
  const { form_id: id, form_revision: revision, form_definition: copied, payment } = submission;
  const form = await definitions.of(copied ?? { id, revision: revision ?? 0 });
  const answers = displayedAnswers(form.questions, submission).map(({ fieldId, label, display }): Aspect => ({
    id: `answer ${fieldId}`,
    label: `Answer to ${quoted(label)}`,
    text: display,
  }));
  const removed = (submission.removed ?? []).map(({ fieldId, label, value }): Aspect => ({
    id: `answer ${fieldId}`,
    label: `Answer to ${quoted(label)}, which is no longer asked`,
    text: value === null ? null : typeof value === 'string' ? value : JSON.stringify(value),
  }));
  return [
    { id: 'form', label: 'Form', text: quoted(form.title) },
    { id: 'complete', label: 'Complete', text: submission.is_complete ? 'Yes' : 'No' },
    ...answers,
    ...removed,
    {
      id: 'payment',
      label: 'Payment',
      text:
        payment &&
        `${moneyText(payment.amount, payment.currency)} with ${providerName(payment.provider)}, paid at ${moment(payment.paidAt)}`,
    },
  ];
}

const deliveryStatuses: Readonly<Record<DeliveryDocument['status'], string>> = {
  pending: 'Waiting for an attempt',
  succeeded: 'Delivered',
  exhausted: 'Failed, after all attempts',
  failed: 'Failed',
  skipped: 'Not sent',
  cancelled: 'Cancelled',
};

/** A delivery in words. */
export async function deliveryAspects(
  delivery: DeliveryDocument,
  wording: Wording,
): Promise<readonly Aspect[]> {
  const { next_attempt_at: next, last_outcome: outcome, form_id: form } = delivery;
  return [
    { id: 'status', label: 'Status', text: deliveryStatuses[delivery.status] },
    { id: 'destination', label: 'Destination', text: await wording.destinationName(delivery.destination_id) },
    { id: 'kind', label: 'Tells that', text: webhookTopics[delivery.kind] },
    { id: 'form', label: 'Form', text: form === null ? null : await wording.formTitle(form) },
    { id: 'attempts', label: 'Attempts', text: String(delivery.attempt_count) },
    { id: 'answer', label: 'Last answer', text: outcome && outcomeText(outcome) },
    { id: 'next', label: 'Next attempt', text: next && moment(next) },
    { id: 'note', label: 'Reason', text: delivery.cancellation?.note ?? null },
  ];
}
