import Type, { type Static } from 'typebox';

/** Every kind of question in a form. */
export const fieldKinds = [
  'short_text',
  'long_text',
  'email',
  'phone',
  'url',
  'number',
  'rating',
  'scale',
  'nps',
  'yes_no',
  'consent',
  'single_choice',
  'dropdown',
  'multiple_choice',
  'ranking',
  'date',
  'time',
  'datetime',
  'address',
  'full_name',
  'matrix',
  'payment',
  'file',
  'hidden',
  'statement',
] as const;

export const FieldKind = Type.Enum(fieldKinds);
export type FieldKind = (typeof fieldKinds)[number];

const FieldOption = Type.Object(
  {
    value: Type.String({ minLength: 1, maxLength: 500 }),
    label: Type.String({ minLength: 1, maxLength: 500 }),
  },
  { $id: 'FieldOption', additionalProperties: false },
);
export type FieldOption = Static<typeof FieldOption>;

export const FieldValidation = Type.Object(
  {
    min: Type.Optional(Type.Number()),
    max: Type.Optional(Type.Number()),
    min_length: Type.Optional(Type.Integer({ minimum: 0 })),
    max_length: Type.Optional(Type.Integer({ minimum: 0 })),
    pattern: Type.Optional(Type.String({ maxLength: 1000 })),
    min_selections: Type.Optional(Type.Integer({ minimum: 0 })),
    max_selections: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Of kind `payment`: the code of the currency in which is paid; `min` and `max` are amounts in its minor unit. */
    currency: Type.Optional(Type.String({ maxLength: 3 })),
    /** Of kind `file`: how many files, how many bytes each has, and the media types, or groups of them, that are accepted. */
    max_files: Type.Optional(Type.Integer({ minimum: 1 })),
    max_bytes: Type.Optional(Type.Integer({ minimum: 1 })),
    types: Type.Optional(Type.Array(Type.String({ maxLength: 255 }), { maxItems: 50 })),
  },
  { $id: 'FieldValidation', additionalProperties: false },
);
export type FieldValidation = Static<typeof FieldValidation>;

/**
 * A question as submitted by an account. `options` are the choices of a choice kind; for a `matrix` they are
 * its columns, and `rows` its rows.
 */
export const FieldInput = Type.Object(
  {
    /** The id of a field that the form has; it keeps its key. */
    id: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    key: Type.Optional(Type.String({ pattern: '^[a-z0-9_]{1,64}$' })),
    label: Type.String({ minLength: 1, maxLength: 2000 }),
    kind: FieldKind,
    required: Type.Optional(Type.Boolean()),
    help_text: Type.Optional(Type.String({ maxLength: 2000 })),
    placeholder: Type.Optional(Type.String({ maxLength: 500 })),
    options: Type.Optional(Type.Array(FieldOption, { maxItems: 1000 })),
    rows: Type.Optional(Type.Array(FieldOption, { maxItems: 200 })),
    validation: Type.Optional(FieldValidation),
    /** The words at the ends of a `rating`, a `scale` or an `nps`. */
    low_label: Type.Optional(Type.String({ maxLength: 100 })),
    high_label: Type.Optional(Type.String({ maxLength: 100 })),
    hidden: Type.Optional(Type.Boolean()),
    default_value: Type.Optional(Type.Unknown()),
    /** Accepted as a form shows it; the order of the list decides. */
    position: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  { $id: 'NewField', additionalProperties: false },
);
export type FieldInput = Static<typeof FieldInput>;

/** A question of a form. `key` is unique in its form and never changes; `position` counts from 0. */
export const FieldDefinition = Type.Object(
  {
    id: Type.String(),
    key: Type.String(),
    label: Type.String(),
    kind: FieldKind,
    required: Type.Boolean(),
    position: Type.Integer({ minimum: 0 }),
    help_text: Type.Optional(Type.String()),
    placeholder: Type.Optional(Type.String()),
    options: Type.Optional(Type.Array(FieldOption)),
    rows: Type.Optional(Type.Array(FieldOption)),
    validation: Type.Optional(FieldValidation),
    low_label: Type.Optional(Type.String()),
    high_label: Type.Optional(Type.String()),
    hidden: Type.Boolean(),
    default_value: Type.Optional(Type.Unknown()),
  },
  { $id: 'Field', additionalProperties: false },
);
export type FieldDefinition = Static<typeof FieldDefinition>;

/** Whether people see a field: hidden fields keep the value that the form gives them. */
export const isShown = ({ hidden, kind }: Pick<FieldDefinition, 'hidden' | 'kind'>): boolean =>
  !hidden && kind !== 'hidden';
