import Type from 'typebox';
import { FieldDefinition, FieldInput } from '../../../domain/form/field.ts';
import { maxSlugLength, slugPattern } from '../../../domain/form/slug.ts';
import { formWarnings } from '../../../domain/form/warnings.ts';
import {
  closed,
  Cursor,
  Description,
  Id,
  Limit,
  Listing,
  localeMembers,
  named,
  namedClosed,
  ofCopy,
  PageQuery,
  Status,
  Timestamp,
  Title,
} from '../values.ts';
import { FormLookChange, ShownFormLook } from './form-look.ts';
import { FormResponses, FormResponsesChange } from './form-responses.ts';

export const FormItem = named('FormSummary', {
  id: Type.String(),
  title: Type.String(),
  slug: Type.String(),
  status: Status,
  submission_count: Type.Integer(),
  created_at: Timestamp,
});

export const FormList = Listing(FormItem, 'Forms, newest first.');

export const FormRecord = Type.Object(
  {
    ...FormItem.properties,
    description: Type.String(),
    language: Type.Optional(Type.String()),
    time_zone: Type.Optional(Type.String()),
    version: Type.Integer({
      description: 'Counts the definitions of the fields; a submission names it as `form_version`.',
    }),
    updated_at: Timestamp,
    responses: Type.Optional(FormResponses),
    look: Type.Optional(ShownFormLook),
    fields: Type.Array(FieldDefinition),
  },
  { $id: 'Form', description: 'A form with its fields in order.' },
);

/** A form after a change, with what the change brought about that its author may not have meant. */
export const ChangedForm = Type.Object(
  {
    ...FormRecord.properties,
    warnings: Type.Optional(
      Type.Array(
        Type.Object(
          {
            code: Type.Enum(formWarnings),
            message: Type.String(),
            destination_id: Type.Optional(Type.String()),
            field_id: Type.Optional(Type.String()),
          },
          { $id: 'ChangedFormWarning' },
        ),
        { description: 'Possibly unintended consequences; absent without any. The change is made.' },
      ),
    ),
  },
  { $id: 'ChangedForm', description: 'The changed form with its fields in order.' },
);

export const FormOfAccount = Type.Object(
  { ...FormRecord.properties, account_id: Type.String() },
  { $id: 'FormOfAccount' },
);

/** A form after a change. */
export const ChangedFormOfAccount = named('ChangedFormOfAccount', {
  ...ChangedForm.properties,
  account_id: Type.String(),
});

const Fields = Type.Array(FieldInput, { maxItems: 500 });

const Locale = localeMembers(
  'The language of the form, a tag of BCP 47 such as de-CH. It decides the language of the page and how numbers are read there. A ' +
    'new form has that of the account unless it names another; null for none.',
  'The time zone in which the page asks for times, a name of the IANA database such as Europe/Berlin. A new form has that of the ' +
    'account unless it names another; null for none, which is UTC.',
);

const Slug = Type.String({
  minLength: 1,
  maxLength: maxSlugLength,
  pattern: slugPattern,
  description:
    'A part of the address of the form, unique in the account. It is derived from the title by default, and can be changed.',
});

export const NewForm = namedClosed('NewForm', {
  title: Title,
  description: Type.Optional(Description),
  slug: Type.Optional(Slug),
  ...Locale,
  responses: Type.Optional(FormResponsesChange),
  look: Type.Optional(FormLookChange),
  fields: Fields,
  status: Type.Optional(Type.Enum(['draft', 'published'])),
});

export const FormChange = namedClosed('FormChange', {
  title: Type.Optional(Title),
  description: Type.Optional(Description),
  slug: Type.Optional(Slug),
  ...Locale,
  responses: Type.Optional(FormResponsesChange),
  look: Type.Optional(FormLookChange),
  status: Type.Optional(Status),
  fields: Type.Optional(Fields),
});

export const FormsQuery = Type.Object(
  {
    id: Type.Optional(Id),
    status: Type.Optional(Status),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  },
  closed,
);

export const FormDetailsChange = Type.Object(
  { id: Id, ...FormChange.properties },
  { ...closed, $id: 'FormDetailsChange' },
);

export const FormsOfAccountQuery = Type.Object(
  { ...PageQuery.properties, status: Type.Optional(Status), ...ofCopy },
  closed,
);
