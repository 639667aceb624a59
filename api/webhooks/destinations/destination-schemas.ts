import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { ExistingDestination } from '../../../domain/destination/decider.ts';
import { choiceWarnings, type DescribedChoice } from '../../../domain/destination/describe-choice.ts';
import { SignatureScheme, WebhookKind } from '../../../domain/destination/events.ts';
import { DestinationTemplate } from '../../../domain/destination/template.ts';
import type { DestinationView } from '../../../projections/read-models/destinations/queries.ts';
import { DisabledBecause, disabledBecause } from '../../requests/outcomes.ts';
import { closed, Id, Name, Nullable, Timestamp } from '../../requests/schemas.ts';
import { ShownOnce } from '../../requests/shown-once.ts';

const ChosenField = Type.Object({
  id: Type.String(),
  form_id: Type.String(),
  label: Nullable(Type.String(), 'The present label; null after the question was removed.'),
});

const ChoiceWarning = Type.Object({
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
      'The names of the chosen questions: the present label of each, or its id where the label names no one question. ' +
      'Empty if all are included.',
  }),
  included_fields: Type.Array(ChosenField, {
    description: 'The chosen questions by the ids of their fields, which the destination holds.',
  }),
  warnings: Type.Array(ChoiceWarning, {
    description: 'What the choice of questions leaves out, or includes only by a label.',
  }),
  signature: SignatureScheme,
  concurrency: Type.Integer({ description: 'The most concurrent requests.' }),
  rate_per_second: Nullable(Type.Number(), 'The most requests per second; null for no limit.'),
  enabled: Type.Boolean(),
};

/** A newly added destination. */
export const Configured = Type.Object({
  ...shownSchemas,
  signing_secret: Type.Optional(Type.String()),
  created_at: Timestamp,
  shown_once: ShownOnce,
});

/** A changed destination, from the command's result. */
export const Changed = Type.Object({
  ...shownSchemas,
  disabled_because: Nullable(DisabledBecause),
  disabled_since: Nullable(Timestamp),
  previous_secret_until: Nullable(
    Timestamp,
    'Until when the secret before the newest counts as well; null where it ceased at once.',
  ),
});

/** A destination from the read model. */
export const Destination = Type.Object({
  ...Changed.properties,
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

/** A secret that the account supplies; the command validates it further. */
export const OwnSecret = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'A secret of your own; by default the service generates one.',
});

const { label: labelSchema, url: urlSchema, ...rest } = settingSchemas;
export const NewDestination = Type.Object(
  {
    label: labelSchema,
    url: urlSchema,
    ...Type.Partial(Type.Object(rest)).properties,
    enabled: Type.Optional(Type.Boolean()),
    signing_secret: Type.Optional(OwnSecret),
  },
  closed,
);

/** A completed template as a request, and any other body as it is. */
export function withoutTemplate(body: unknown): unknown {
  if (!Value.Check(DestinationTemplate, body)) return body;
  const { formlog, url, events, enabled, includedQuestions, formId = null, signature } = body;
  return {
    label: formlog.label,
    url,
    events,
    enabled,
    form_id: formId,
    included_questions: includedQuestions,
    ...(signature !== undefined && { signature }),
  };
}

export const DestinationChange = Type.Partial(Type.Object(settingSchemas), { ...closed, minProperties: 1 });

export const fromView = (
  { account_id: _, ...view }: DestinationView,
  choice: DescribedChoice,
): Static<typeof Destination> => ({
  ...view,
  ...shownChoice(choice),
  events: [...view.events],
  disabled_because: disabledBecause(view.disabled_because),
});

export const fromState = (state: ExistingDestination, choice: DescribedChoice): Static<typeof Changed> => ({
  id: state.destinationId,
  ...shownSettings(state, choice),
  disabled_because: disabledBecause(state.disabledBecause),
  disabled_since: state.disabledSince,
  previous_secret_until: state.previousSecret?.until ?? null,
});

export const shownSettings = (
  { settings, enabled }: Pick<ExistingDestination, 'settings' | 'enabled'>,
  choice: DescribedChoice,
) => {
  const { formId, ratePerSecond, includedQuestions: _, includedFields: __, ...same } = settings;
  return { ...same, ...shownChoice(choice), form_id: formId, rate_per_second: ratePerSecond, enabled };
};

const shownChoice = ({ names, fields, warnings }: DescribedChoice) => ({
  included_questions: [...names],
  included_fields: fields.map(({ id, formId, label }) => ({ id, form_id: formId, label })),
  warnings: warnings.map(({ code, message, fieldId, formId }) => ({
    code,
    message,
    ...(fieldId !== undefined && { field_id: fieldId }),
    ...(formId !== undefined && { form_id: formId }),
  })),
});
