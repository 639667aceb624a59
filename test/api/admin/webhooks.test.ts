import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { webhookBodies } from '../../../api/contract/webhooks/sent-webhooks.ts';
import { renderBody } from '../../../dispatcher/worker/body.ts';
import { type DeliveryKind, deliveryKinds } from '../../../domain/destination/events.ts';
import type { DomainEvent } from '../../../domain/event-registry.ts';
import type { SubmissionEvent } from '../../../domain/submission/events.ts';
import { presentAfter } from '../../../domain/submission/present.ts';
import { copiedForm, nameQuestion } from '../../support/forms.ts';
import { closed, type Json, openChecker } from '../../support/json-schema.ts';

const test = suite('described webhooks');
const at = '2026-03-02T12:00:00.000Z';

const form = copiedForm({ title: 'Feedback', slug: 'feedback', questions: [nameQuestion] });
const created: SubmissionEvent = {
  type: 'SubmissionCreated',
  data: {
    submissionId: 's1',
    accountId: 'a1',
    isComplete: true,
    source: 'api',
    requestHash: 'h',
    at,
    form,
    answers: ['Ada'],
  },
};
const payment = { id: 'p1', provider: 'acme', amount: 1250, currency: 'EUR', paidAt: at, fieldKey: 'pay' };
const events: Readonly<Record<DeliveryKind, DomainEvent>> = {
  'submission.created': created,
  'submission.payment_completed': { type: 'SubmissionPaymentCompleted', data: { payment, at } },
  'submission.corrected': {
    type: 'SubmissionCorrected',
    data: {
      submissionId: 's1',
      accountId: 'a1',
      form: { id: 'f1', revision: 1 },
      answers: ['Ada'],
      removed: [{ fieldId: 'q2', key: 'old', label: 'Old', kind: 'short_text', value: 'kept' }],
      source: 'api',
      submittedAt: at,
      reason: null,
      by: 'owner',
      at,
    },
  },
  'form.published': {
    type: 'FormPublished',
    data: { formId: 'f1', title: 'Feedback', slug: 'feedback', at },
  },
  ping: {
    type: 'DestinationPinged',
    data: { deliveryId: 'd', destinationId: 't', label: 'CRM', at },
  },
};

/** The submission as of an event: a payment follows its creation. */
const submissionOf = (event: DomainEvent) =>
  presentAfter(null, event.type === 'SubmissionCorrected' ? event : created);

for (const kind of deliveryKinds)
  test(`${kind}: the body that is sent has exactly the documented shape`, () => {
    const source = { stream: 's', revision: 0, position: '1', eventId: 'e' };
    const subject = {
      deliveryId: 'd',
      accountId: 'a1',
      destinationId: 't',
      formId: 'f1',
      submissionId: 's1',
      kind,
      source,
      includedQuestions: [],
      publicUrl: 'https://forms.example',
      at,
    };
    const described = JSON.parse(JSON.stringify(webhookBodies[kind])) as Json;
    for (const planned of [subject, { ...subject, bodyVersion: 2 as const }]) {
      const body = renderBody(planned, { event: events[kind], submission: submissionOf(events[kind]), form });
      assert.is(openChecker().fault(closed(described), JSON.parse(body.toString())), null);
    }
  });

test.run();
