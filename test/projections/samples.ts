import type { DeliverySubject } from '../../domain/delivery/subject.ts';
import type { DestinationSettings } from '../../domain/destination/events.ts';
import type { DomainEvent } from '../../domain/event-registry.ts';
import type { FieldDefinition } from '../../domain/form/field.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { copiedForm } from '../support/forms.ts';

/** An event and the stream that it is in. */
export interface Fact {
  /** The id of the event, from which the ids of deliveries are derived; if absent, any. */
  readonly id?: string;
  readonly stream: string;
  readonly event: DomainEvent;
}

/** A moment of one day, by its number of minutes. */
export const minute = (count: number): string => new Date(Date.UTC(2025, 0, 1, 0, count)).toISOString();

export const nameField: FieldDefinition = {
  id: 'field-1',
  key: 'name',
  label: 'Your name',
  kind: 'short_text',
  required: true,
  position: 0,
  hidden: false,
};

export const formCreated = (
  formId: string,
  { accountId = 'acme', title = 'Contact', at = minute(0) } = {},
): Fact => ({
  stream: streamOf.form(formId),
  event: {
    type: 'FormCreated',
    data: { formId, accountId, title, description: 'Write to us', slug: 'contact', fields: [nameField], at },
  },
});

export const inForm = (formId: string, event: DomainEvent): Fact => ({
  stream: streamOf.form(formId),
  event,
});

export const submitted = (
  submissionId: string,
  {
    accountId = 'acme',
    formId = 'f1',
    title = 'Contact',
    isComplete = true,
    name = 'Ada',
    at = minute(5),
  } = {},
): Fact => ({
  stream: streamOf.submission(submissionId),
  event: {
    type: 'SubmissionCreated',
    data: {
      submissionId,
      accountId,
      form: copiedForm({ id: formId, title, slug: 'contact', questions: [question] }),
      answers: [name],
      isComplete,
      source: 'api',
      requestHash: 'hash',
      at,
    },
  },
});

const question = { fieldId: 'field-1', key: 'name', label: 'Your name', kind: 'short_text' } as const;

const settings: DestinationSettings = {
  label: 'CRM',
  url: 'https://crm.example/hook',
  events: ['submission.created'],
  formId: null,
  includedQuestions: [],
  signature: 'timestamped',
  concurrency: 8,
  ratePerSecond: null,
};

export const configured = (
  destinationId: string,
  {
    accountId = 'acme',
    enabled = true,
    formId = null,
    at = minute(1),
  }: { accountId?: string; enabled?: boolean; formId?: string | null; at?: string } = {},
): Fact => ({
  stream: streamOf.destination(destinationId),
  event: {
    type: 'DestinationConfigured',
    data: {
      destinationId,
      accountId,
      settings: { ...settings, formId },
      enabled,
      secret: { keyId: 'k', nonce: 'n', ciphertext: 'c', tag: 't' },
      at,
    },
  },
});

export const inDestination = (destinationId: string, event: DomainEvent): Fact => ({
  stream: streamOf.destination(destinationId),
  event,
});

const subject: DeliverySubject = {
  deliveryId: 'w1',
  accountId: 'acme',
  destinationId: 'd1',
  kind: 'submission.created',
  source: { stream: 'submission-s1', revision: 0, position: '42', eventId: 'e1' },
  formId: 'f1',
  submissionId: 's1',
  includedQuestions: [],
  publicUrl: 'https://forms.test',
  at: minute(5),
};

export const scheduled = (
  deliveryId: string,
  { accountId = 'acme', destinationId = 'd1', at = minute(5), dueAt = minute(5) } = {},
): Fact => ({
  stream: streamOf.delivery(deliveryId),
  event: {
    type: 'DeliveryScheduled',
    data: { ...subject, deliveryId, accountId, destinationId, at, dueAt },
  },
});

export const inDelivery = (deliveryId: string, event: DomainEvent): Fact => ({
  stream: streamOf.delivery(deliveryId),
  event,
});

export const accountOpened = (accountId: string, { at = minute(0) } = {}): Fact => ({
  stream: streamOf.account(accountId),
  event: { type: 'AccountOpened', data: { accountId, name: 'Acme', plan: 'free', at } },
});

export const keyIssued = (keyId: string, { accountId = 'acme', at = minute(0) } = {}): Fact => ({
  stream: streamOf.apiKey(keyId),
  event: {
    type: 'ApiKeyIssued',
    data: { keyId, accountId, name: 'CI', hash: 'h', scopes: ['forms:read'], expiresAt: null, at },
  },
});

export const memberInvited = (accountId: string, { expiresAt = minute(7), at = minute(0) } = {}): Fact => ({
  stream: streamOf.membership(accountId),
  event: { type: 'MemberInvited', data: { invitationId: 'i', role: 'viewer', expiresAt, at } },
});

export const recoveryRequested = (
  recoveryId: string,
  { accountId = 'acme', destinationId = 'd1', at = minute(0) } = {},
): Fact => ({
  stream: streamOf.recovery(recoveryId),
  event: {
    type: 'RecoveryRequested',
    data: {
      recoveryId,
      accountId,
      action: 'send',
      total: 3,
      perSecond: 50,
      at,
      selection: {
        destinationId,
        since: minute(0),
        sincePosition: null,
        until: at,
        kind: null,
        formId: null,
        statuses: ['failed', 'exhausted', 'skipped'],
      },
    },
  },
});

export const inRecovery = (recoveryId: string, event: DomainEvent): Fact => ({
  stream: streamOf.recovery(recoveryId),
  event,
});
