import Type, { type Static } from 'typebox';
import { signatureSchemes, WebhookKind, webhookKinds } from '../../../domain/destination/events.ts';
import { namesOfQuestions } from '../../../domain/destination/resolve-questions.ts';
import type { Problem } from '../../../domain/errors.ts';
import { askedQuestions } from '../../../domain/form/definition.ts';
import type { FieldDefinition } from '../../../domain/form/field.ts';
import { closed, Id, namedClosed } from '../values.ts';

/**
 * A template of a destination: a file to be filled in and submitted. Empty values are valid, so that an
 * editor assists with the file from the start.
 */
export const DestinationTemplate = Type.Object(
  {
    $schema: Type.String({ description: 'The address of this schema.' }),
    formlog: Type.Object(
      {
        destination: Type.Literal('generic', {
          description: 'A webhook with the JSON envelope of the service.',
        }),
        label: Type.String({ maxLength: 200, description: 'A name for people.' }),
        docs: Type.String({ description: 'The address of the documentation.' }),
      },
      closed,
    ),
    enabled: Type.Boolean({ description: 'Whether the destination receives events from the start.' }),
    events: Type.Array(WebhookKind, { uniqueItems: true, description: `Of ${webhookKinds.join(', ')}.` }),
    url: Type.String({
      pattern: '^(https://.*)?$',
      maxLength: 2_048,
      description: 'The https address that receives the events; empty until it is filled in.',
    }),
    includedQuestions: Type.Array(Type.String({ minLength: 1, maxLength: 2_000 }), {
      maxItems: 500,
      uniqueItems: true,
      description:
        'The questions whose answers are sent, each by its label, key or id; none: all of them, with later ones.',
    }),
    notes: Type.Array(Type.String(), { description: 'For people; the service does not read them.' }),
    formId: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: 'Only this form; null: all of the account.' }),
    ),
    signature: Type.Optional(Type.Enum(signatureSchemes, { description: 'How requests are signed.' })),
  },
  closed,
);
export type DestinationTemplate = Static<typeof DestinationTemplate>;

export const TemplateQuery = Type.Object(
  { form_id: Type.Optional({ ...Id, description: 'Fill in the questions of this form.' }) },
  closed,
);

/** The template as the API answers it. */
export const AnsweredTemplate = namedClosed('DestinationTemplate', {
  ...DestinationTemplate.properties,
  formlog: { ...DestinationTemplate.properties.formlog, $id: 'TemplateHeader' },
});

interface Blank {
  readonly schemaUrl: string;
  readonly docsUrl: string;
  /** The destination's form, if it has one, whose questions are filled in. */
  readonly form: {
    readonly id: string;
    readonly title: string;
    readonly fields: readonly FieldDefinition[];
  } | null;
}

/** Returns a template to be filled in. */
export const blankTemplate = ({ schemaUrl, docsUrl, form }: Blank): DestinationTemplate => ({
  $schema: schemaUrl,
  formlog: { destination: 'generic', label: 'Custom webhook', docs: docsUrl },
  enabled: true,
  events: ['submission.created'],
  url: '',
  includedQuestions: form
    ? [...namesOfQuestions({ ...form, questions: askedQuestions(form.fields) }).values()]
    : [],
  notes: [
    'Fill in url: an https address of yours that answers with 2xx within seconds.',
    'Leave in includedQuestions only what the receiver needs to know; an empty list sends every answer.',
    'Keep this file to yourself once it is filled in; the signing secret is shown in the response to this file.',
  ],
  formId: form?.id ?? null,
});

/** The parts of a template that are checked for missing values even if other parts are invalid. */
export const ReadableTemplate = Type.Object({
  formlog: Type.Optional(Type.Object({ label: Type.Optional(Type.String()) })),
  events: Type.Optional(Type.Array(Type.Unknown())),
  url: Type.Optional(Type.String()),
  includedQuestions: Type.Optional(Type.Array(Type.String())),
  formId: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

/** Returns the values that are still to be filled in. */
export function blanksOf({ formlog, events, url }: Static<typeof ReadableTemplate>): Problem[] {
  const blanks = [
    ...(formlog?.label?.trim() === '' ? ['/formlog/label'] : []),
    ...(events?.length === 0 ? ['/events'] : []),
    ...(url === '' ? ['/url'] : []),
  ];
  return blanks.map((path) => ({ path, code: 'required', message: 'Must be filled in.' }));
}
