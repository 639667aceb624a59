import Type, { type Static } from 'typebox';
import { v1, type EventOf } from '../event.ts';
import { Timestamp } from '../time.ts';

/** What a destination can be told of. */
export const webhookKinds = ['submission.created', 'submission.payment_completed', 'form.published'] as const;
export const WebhookKind = Type.Enum(webhookKinds);
export type WebhookKind = Static<typeof WebhookKind>;

/** What a delivery can tell of: news, or a test that somebody asked for. */
export const deliveryKinds = [...webhookKinds, 'ping'] as const;
export const DeliveryKind = Type.Enum(deliveryKinds);
export type DeliveryKind = Static<typeof DeliveryKind>;

/** How a request is signed beside the three headers; see dispatcher/worker/signature.ts. */
export const signatureSchemes = ['timestamped', 'sha256', 'standard-webhooks'] as const;
export const SignatureScheme = Type.Enum(signatureSchemes);
export type SignatureScheme = Static<typeof SignatureScheme>;

/** A secret encrypted with the service's master key (AES-256-GCM; all parts Base64). */
export const SealedSecret = Type.Object({
  keyId: Type.String(),
  nonce: Type.String(),
  ciphertext: Type.String(),
  tag: Type.String(),
});
export type SealedSecret = Static<typeof SealedSecret>;

export const DisableReason = Type.Union([
  Type.Object({ kind: Type.Literal('operator') }),
  /** The receiver answered 410 Gone. */
  Type.Object({ kind: Type.Literal('gone') }),
  /** Too many failures in a row; `failedSince` is when the row began. */
  Type.Object({
    kind: Type.Literal('failures'),
    exhausted: Type.Integer(),
    attempts: Type.Integer(),
    failedSince: Timestamp,
  }),
]);
export type DisableReason = Static<typeof DisableReason>;

/** What a destination is given that says nothing of its limits; also one from before there were any. */
export const defaultLimits = { concurrency: 8, ratePerSecond: null } as const;

/** What an account chooses of a destination. No form: all forms; no included questions: all questions. */
export const DestinationSettings = Type.Object({
  label: Type.String(),
  url: Type.String(),
  events: Type.Array(WebhookKind),
  formId: Type.Union([Type.String(), Type.Null()]),
  includedQuestions: Type.Array(Type.String()),
  signature: SignatureScheme,
  /** Requests under way at once, at most. */
  concurrency: Type.Integer({ minimum: 1 }),
  /** Requests begun in a second, at most; null: as many as come. */
  ratePerSecond: Type.Union([Type.Number({ exclusiveMinimum: 0 }), Type.Null()]),
});
export type DestinationSettings = Static<typeof DestinationSettings>;

export const destinationEvents = {
  /** Version 1 had no limits. */
  DestinationConfigured: {
    version: 2,
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
    },
  },
  /** Carries what is different now, and nothing else. */
  DestinationChanged: v1(Type.Object({ settings: Type.Partial(DestinationSettings), at: Timestamp })),
  DestinationEnabled: v1(Type.Object({ at: Timestamp })),
  DestinationDisabled: v1(Type.Object({ reason: DisableReason, at: Timestamp })),
  /** While `previousUntil` lies ahead, requests are signed with the secret before this one as well. */
  DestinationSecretRotated: v1(
    Type.Object({
      secret: SealedSecret,
      previousUntil: Type.Union([Timestamp, Type.Null()]),
      at: Timestamp,
    }),
  ),
  /** The same secrets as before, sealed with another master key. */
  DestinationSecretResealed: v1(
    Type.Object({
      secret: SealedSecret,
      /** Null when none counts any more beside it. */
      previous: Type.Union([SealedSecret, Type.Null()]),
      at: Timestamp,
    }),
  ),
  /** Somebody asked for a test; carries what the request tells, so that its body follows from this one event. */
  DestinationPinged: v1(
    Type.Object({
      deliveryId: Type.String(),
      destinationId: Type.String(),
      label: Type.String(),
      at: Timestamp,
    }),
  ),
  DestinationRemoved: v1(Type.Object({ at: Timestamp })),
};

export type DestinationEvent = EventOf<typeof destinationEvents>;
