import Type, { type Static } from 'typebox';
import { isRecord } from '../check.ts';
import { type EventOf, v1 } from '../event.ts';
import { Timestamp } from '../time.ts';
import { ChosenFields } from './question-choice.ts';

/** The kinds of events to which a destination can subscribe. */
export const webhookKinds = [
  'submission.created',
  'submission.payment_completed',
  'submission.corrected',
  'form.published',
] as const;
export const WebhookKind = Type.Enum(webhookKinds);
export type WebhookKind = Static<typeof WebhookKind>;

/** The kinds of deliveries: subscribed events, and tests. */
export const deliveryKinds = [...webhookKinds, 'ping'] as const;
export const DeliveryKind = Type.Enum(deliveryKinds);
export type DeliveryKind = Static<typeof DeliveryKind>;

/** How a request is signed in addition to the three headers; see dispatcher/worker/signature.ts. */
export const signatureSchemes = ['timestamped', 'sha256', 'standard-webhooks'] as const;
export const SignatureScheme = Type.Enum(signatureSchemes);
export type SignatureScheme = Static<typeof SignatureScheme>;

/** A secret encrypted with the service's master key (AES-256-GCM; all parts Base64). */
export const SealedSecret = Type.Object({
  keyId: Type.String(),
  nonce: Type.String(),
  ciphertext: Type.String(),
  tag: Type.String(),
  /** 2: the destination's id is authenticated too, so that the secret opens for that destination alone. */
  version: Type.Optional(Type.Literal(2)),
});
export type SealedSecret = Static<typeof SealedSecret>;

export const DisableReason = Type.Union([
  Type.Object({ kind: Type.Literal('operator') }),
  /** The receiver responded with 410 Gone. */
  Type.Object({ kind: Type.Literal('gone') }),
  /** Too many consecutive failures; `failedSince` is the time of the first. */
  Type.Object({
    kind: Type.Literal('failures'),
    exhausted: Type.Integer(),
    attempts: Type.Integer(),
    failedSince: Timestamp,
  }),
]);
export type DisableReason = Static<typeof DisableReason>;

/** The limits of a destination without its own, including those from before limits existed. */
export const defaultLimits = { concurrency: 8, ratePerSecond: null } as const;

/** The account's settings of a destination. Without a form: all forms; without chosen questions: all questions. */
export const DestinationSettings = Type.Object({
  label: Type.String(),
  url: Type.String(),
  events: Type.Array(WebhookKind),
  formId: Type.Union([Type.String(), Type.Null()]),
  /** The labels by which earlier releases chose questions; see `QuestionChoice`. */
  includedQuestions: Type.Array(Type.String()),
  /** The chosen questions by form; null for no choice. Absent from the settings of earlier releases. */
  includedFields: Type.Optional(Type.Union([Type.Array(ChosenFields), Type.Null()])),
  signature: SignatureScheme,
  /** The highest number of concurrent requests. */
  concurrency: Type.Integer({ minimum: 1 }),
  /** The highest number of requests started in a second; null for no limit. */
  ratePerSecond: Type.Union([Type.Number({ exclusiveMinimum: 0 }), Type.Null()]),
});
export type DestinationSettings = Static<typeof DestinationSettings>;

/** A choice by label replaces the one before as a whole. */
function byLabel(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { settings } = data;
  if (!isRecord(settings) || settings['includedQuestions'] === undefined) return data;
  return { ...data, settings: { ...settings, includedFields: null } };
}

export const destinationEvents = {
  /** Version 1 had no limits; version 3 chooses questions by the ids of their fields. */
  DestinationConfigured: {
    version: 3,
    schema: Type.Object({
      destinationId: Type.String(),
      accountId: Type.String(),
      settings: DestinationSettings,
      enabled: Type.Boolean(),
      secret: SealedSecret,
      at: Timestamp,
    }),
    upcasters: {
      1: (data: Readonly<Record<string, unknown>>) => ({
        ...data,
        settings: { ...(data['settings'] as object), ...defaultLimits },
      }),
      2: (data: Readonly<Record<string, unknown>>) => data,
    },
  },
  /** Contains only the changed settings. Version 2 chooses questions by the ids of their fields. */
  DestinationChanged: {
    version: 2,
    schema: Type.Object({ settings: Type.Partial(DestinationSettings), at: Timestamp }),
    upcasters: { 1: byLabel },
  },
  DestinationEnabled: v1(Type.Object({ at: Timestamp })),
  DestinationDisabled: v1(Type.Object({ reason: DisableReason, at: Timestamp })),
  /** Until `previousUntil`, requests are also signed with the previous secret. */
  DestinationSecretRotated: v1(
    Type.Object({
      secret: SealedSecret,
      previousUntil: Type.Union([Timestamp, Type.Null()]),
      at: Timestamp,
    }),
  ),
  /** The same secrets, sealed with another master key. */
  DestinationSecretResealed: v1(
    Type.Object({
      secret: SealedSecret,
      /** Null if no previous secret is valid. */
      previous: Type.Union([SealedSecret, Type.Null()]),
      at: Timestamp,
    }),
  ),
  /**
   * A test was requested. Contains the content of its webhook, so that the body follows from this one event.
   */
  DestinationPinged: v1(
    Type.Object({
      deliveryId: Type.String(),
      destinationId: Type.String(),
      label: Type.String(),
      at: Timestamp,
    }),
  ),
  /**
   * The grant of this destination was returned before the destination was added. The command with the grant
   * expects the stream without this event, and so can no longer add the destination under that grant.
   */
  DestinationLapsed: v1(Type.Object({ at: Timestamp })),
  DestinationRemoved: v1(Type.Object({ at: Timestamp })),
};

export type DestinationEvent = EventOf<typeof destinationEvents>;
