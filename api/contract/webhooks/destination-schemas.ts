import Type from 'typebox';
import { choiceWarnings } from '../../../domain/destination/describe-choice.ts';
import { SignatureScheme, WebhookKind } from '../../../domain/destination/events.ts';
import { closed, Id, Name, named, namedClosed, Nullable, ShownOnce, Timestamp } from '../values.ts';
import { DisabledBecause } from './outcomes.ts';

const ChosenField = named('DestinationIncludedField', {
  id: Type.String(),
  form_id: Type.String(),
  label: Nullable(Type.String(), 'The present label; null after the question was removed.'),
});

const ChoiceWarning = named('DestinationWarning', {
  code: Type.Enum(choiceWarnings),
  message: Type.String(),
  field_id: Type.Optional(Type.String()),
  form_id: Type.Optional(Type.String()),
});

const shownSchemas = {
  id: Type.String(),
  label: Type.String(),
  url: Type.String(),
  events: Type.Array(WebhookKind),
  form_id: Nullable(Type.String()),
  included_questions: Type.Array(Type.String(), {
    description:
      'The names of the chosen questions: the present label of each, or its id if the label does not name a single question. ' +
      'Empty if all are included.',
  }),
  included_fields: Type.Array(ChosenField, {
    description: 'The chosen questions by the ids of their fields, which the destination holds.',
  }),
  warnings: Type.Array(ChoiceWarning, {
    description: 'The questions that the choice excludes, or includes only by a label.',
  }),
  signature: SignatureScheme,
  concurrency: Type.Integer({ description: 'The maximum number of concurrent requests.' }),
  rate_per_second: Nullable(Type.Number(), 'The maximum number of requests per second; null for no limit.'),
  enabled: Type.Boolean(),
};

/** A newly added destination. */
export const NewDestinationWithSecret = named('NewDestinationWithSecret', {
  ...shownSchemas,
  signing_secret: Type.Optional(Type.String()),
  created_at: Timestamp,
  shown_once: ShownOnce,
});

/** A changed destination, from the command's result. */
export const ChangedDestination = named('ChangedDestination', {
  ...shownSchemas,
  disabled_because: Nullable(DisabledBecause),
  disabled_since: Nullable(Timestamp),
  previous_secret_until: Nullable(
    Timestamp,
    'The expiry of the previous secret; null if it became invalid at once.',
  ),
});

/** A destination from the read model. */
export const Destination = named('Destination', {
  ...ChangedDestination.properties,
  created_at: Timestamp,
  updated_at: Timestamp,
});

const settingSchemas = {
  label: Name,
  url: Type.String({ minLength: 1 }),
  events: Type.Array(WebhookKind, { minItems: 1, uniqueItems: true }),
  form_id: Nullable(Id),
  included_questions: Type.Array(Type.String({ minLength: 1, maxLength: 2_000 }), {
    maxItems: 500,
    uniqueItems: true,
  }),
  signature: SignatureScheme,
  concurrency: Type.Integer({ minimum: 1, maximum: 64 }),
  // A lower rate would amount to a disabled destination.
  rate_per_second: Nullable(Type.Number({ minimum: 0.001, maximum: 10_000 })),
};

const { label: labelSchema, url: urlSchema, ...rest } = settingSchemas;

/** A secret that the account supplies; the command validates it further. */
const OwnSecret = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Your secret; by default the service generates one.',
});

export const NewDestination = namedClosed('NewDestination', {
  label: labelSchema,
  url: urlSchema,
  ...Type.Partial(Type.Object(rest)).properties,
  enabled: Type.Optional(Type.Boolean()),
  signing_secret: Type.Optional(OwnSecret),
});

export const DestinationChange = Type.Partial(Type.Object(settingSchemas), {
  $id: 'DestinationChange',
  ...closed,
  minProperties: 1,
});

export const Rotation = namedClosed('SecretRotation', {
  overlap: Type.Optional(
    Type.Boolean({ default: false, description: 'Keep the former secret valid for another 24 hours.' }),
  ),
  signing_secret: Type.Optional(OwnSecret),
});

export const Rotated = named('RotatedSecret', {
  id: Type.String(),
  signing_secret: Type.Optional(Type.String()),
  previous_secret_until: ChangedDestination.properties.previous_secret_until,
  shown_once: ShownOnce,
});

export const Pinged = named('Ping', {
  id: Type.String(),
  delivery_id: Type.String(),
  waiting: Type.Integer({
    minimum: 0,
    description:
      'The number of deliveries that wait for the destination. If the test arrives, a recovery of the status `pending` sends them now.',
  }),
});

export const Reencrypted = named('ReencryptedSecret', {
  id: Type.String(),
  changed: Type.Boolean({
    description: 'False if the newest master key has already encrypted the secret.',
  }),
});
