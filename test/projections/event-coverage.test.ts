import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { disablePolicy } from '../../dispatcher/disable-policy.ts';
import { accountEvents } from '../../domain/account/events.ts';
import { apiKeyEvents } from '../../domain/api-key/events.ts';
import { auditEvents } from '../../domain/audit/events.ts';
import { closingEvents } from '../../domain/closing/events.ts';
import { deliveryEvents } from '../../domain/delivery/events.ts';
import { destinationEvents } from '../../domain/destination/events.ts';
import { eventRegistry, type EventType } from '../../domain/event-registry.ts';
import { fileEvents } from '../../domain/file/events.ts';
import { formEvents } from '../../domain/form/events.ts';
import { formDraftEvents } from '../../domain/form-draft/events.ts';
import { invitationEvents } from '../../domain/invitation/events.ts';
import { loginEvents } from '../../domain/login/events.ts';
import { membershipEvents } from '../../domain/membership/events.ts';
import { noticeEvents } from '../../domain/notice/events.ts';
import { noticeChoicesEvents } from '../../domain/notice-choices/events.ts';
import { paymentEvents } from '../../domain/payment/events.ts';
import { paymentProviderEvents } from '../../domain/payment-provider/events.ts';
import { personEvents } from '../../domain/person/events.ts';
import { personErasureEvents } from '../../domain/person-erasure/events.ts';
import { pictureEvents } from '../../domain/picture/events.ts';
import { projectionEvents } from '../../domain/projection/events.ts';
import { assignmentEvents, quotaEvents } from '../../domain/quota/events.ts';
import { recoveryEvents } from '../../domain/recovery/events.ts';
import { slugEvents } from '../../domain/slug/events.ts';
import { storageEvents } from '../../domain/storage/events.ts';
import { submissionEvents } from '../../domain/submission/events.ts';
import type { Projection } from '../../projections/projection.ts';
import { readModels } from '../../projections/registry.ts';

const test = suite('projections/event coverage');

/** The events of the streams whose names begin so. */
const eventsOf: Readonly<Record<string, object>> = {
  'account-': accountEvents,
  'apikey-': apiKeyEvents,
  'members-': membershipEvents,
  'invitation-': invitationEvents,
  'person-': personEvents,
  'login-': loginEvents,
  'personerasure-': personErasureEvents,
  'form-': formEvents,
  'formdraft-': formDraftEvents,
  'slug-': slugEvents,
  'submission-': submissionEvents,
  'file-': fileEvents,
  'picture-': pictureEvents,
  'storage-': storageEvents,
  'payment-': paymentEvents,
  'provider-': paymentProviderEvents,
  'audit-': auditEvents,
  'closing-': closingEvents,
  'quota-': quotaEvents,
  'lease-': assignmentEvents,
  'destination-': destinationEvents,
  'delivery-': deliveryEvents,
  'recovery-': recoveryEvents,
  'notices-': noticeChoicesEvents,
  'notice-': noticeEvents,
  'projection-': projectionEvents,
};

/** Events that a follower reads and has no handler for, on purpose. */
const ignored: Readonly<Record<string, readonly EventType[]>> = {
  forms: ['FormPublicationLapsed'],
  submissions: [
    'AuditSummarized',
    'DeliveryErased',
    'ErasureCompleted',
    'ErasureScrubbed',
    'ErasureTombstoned',
    'MemberSignedIn',
    'SecondFactorReset',
  ],
  destinations: ['DestinationLapsed', 'DestinationPinged', 'DestinationSecretResealed'],
  deliveries: [
    'AuditSummarized',
    'ErasureCompleted',
    'ErasureScrubbed',
    'ErasureTombstoned',
    'MemberSignedIn',
    'SecondFactorReset',
    'SubmissionErased',
    // Of the streams whose events begin deliveries.
    'DestinationLapsed',
    'DestinationSecretResealed',
    'DestinationSecretRotated',
    'FormArchived',
    'FormClosed',
    'FormCreated',
    'FormDetailsChanged',
    'FormFieldsChanged',
    'FormPublicationLapsed',
    'FormResponsesChanged',
    'FormLookChanged',
    'FormReturnedToDraft',
    'SubmissionExpired',
    'SubmissionLinksRevoked',
    'SubmissionPaymentRefused',
    'SubmissionReservationLapsed',
    'SubmissionSaved',
    'SubmissionStarted',
  ],
  recoveries: ['RecoverySummarized'],
  accounts: [
    'DestinationGranted',
    'DestinationReleased',
    'DestinationsCounted',
    'EmbeddingChanged',
    'PublicationGranted',
    'PublicationReleased',
  ],
  closings: [
    'AccountOpened',
    'AccountRenamed',
    'DestinationGranted',
    'DestinationReleased',
    'DestinationsCounted',
    'EmbeddingChanged',
    'LocaleChanged',
    'PlanChanged',
    'PublicationGranted',
    'PublicationReleased',
  ],
  erasures: ['AuditSummarized', 'MemberSignedIn', 'SecondFactorReset'],
  notices: ['NoticeAttemptBegun'],
  'person-erasures': [
    'AccountJoined',
    'AccountLeft',
    'IdentityLinked',
    'IdentityUnlinked',
    'OtherSessionsEnded',
    'PasskeyAdded',
    'PasskeyRemoved',
    'PasskeyUsed',
    'PasswordSet',
    'PersonEmailChanged',
    'PersonLanguageChanged',
    'PersonRegistered',
    'PersonRenamed',
    'RecoveryCodeUsed',
    'RecoveryCodesReplaced',
    'SecondFactorDisabled',
    'SecondFactorEnabled',
    'SecondFactorResealed',
    'SecondFactorUsed',
    'SessionBegun',
    'SessionEnded',
  ],
  expirations: [
    'AuditSummarized',
    'DeliveryErased',
    'ErasureCompleted',
    'ErasureScrubbed',
    'ErasureTombstoned',
    'MemberSignedIn',
    'SecondFactorReset',
  ],
  invitations: ['MemberRemoved', 'MemberRoleChanged'],
  health: [
    'DeliveryCancelled',
    'DeliveryReplayRequested',
    'DeliveryScheduled',
    'DeliverySkipped',
    'DeliverySucceeded',
    'DestinationChanged',
    'DestinationConfigured',
    'DestinationDisabled',
    'DestinationLapsed',
    'DestinationPinged',
    'DestinationSecretResealed',
    'DestinationSecretRotated',
  ],
};

const followers: readonly Projection[] = [...readModels, disablePolicy()];

for (const { name, streamPrefixes, on, beginnings } of followers)
  test(`${name} handles or ignores each event of its streams`, () => {
    const events = streamPrefixes.flatMap((prefix) => Object.keys(eventsOf[prefix] ?? {})).sort();
    assert.ok(events.length > 0);
    const begins = beginnings ? [...Object.keys(beginnings.on), ...beginnings.begunBy] : [];
    const covered = [...Object.keys(on), ...begins, ...(ignored[name] ?? [])];
    assert.equal(covered.sort(), events);
  });

test('each event belongs to the streams of one prefix', () => {
  assert.equal(Object.values(eventsOf).flatMap(Object.keys).sort(), Object.keys(eventRegistry).sort());
});

test.run();
