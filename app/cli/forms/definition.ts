import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { misused } from '../failure.ts';
import { readJsonObject } from '../input/json-file.ts';

/** The members that `forms show --json` prints and that a definition does not set. */
const shownOnly = [
  'id',
  'account_id',
  'submission_count',
  'created_at',
  'updated_at',
  'version',
  'etag',
  'warnings',
];
const shownOnlyOfField = ['id', 'position'];

const Fields = Type.Array(Type.Record(Type.String(), Type.Unknown()));
type Fields = Static<typeof Fields>;
const Tagged = Type.Object({ etag: Type.String() });
const Shown = Type.Object({ id: Type.String() });

/** A form's definition: the members that a request sets. The service checks them. */
export interface Definition {
  readonly members: Readonly<Record<string, unknown>>;
  readonly fields: Fields | null;
  /** The version of the form that the file was made from. */
  readonly etag: string | null;
  /** The id of the form that the file shows, if it shows one. */
  readonly formId: string | null;
}

/**
 * Reads a definition from a file with `title`, `description` and `fields`, as `forms show --json` prints them.
 * @throws CommandFailure if the file cannot be read or is not such a definition
 */
export function readDefinition(file: string): Definition {
  const content = readJsonObject(file);
  const { fields, ...members } = without(content, shownOnly);
  if (fields !== undefined && !Value.Check(Fields, fields))
    throw misused(`${file} cannot be used: "fields" is not a list of objects.`);
  return {
    members,
    fields: fields === undefined ? null : asInput(fields),
    etag: Value.Check(Tagged, content) ? content.etag : null,
    formId: Value.Check(Shown, content) ? content.id : null,
  };
}

/** Fields of a form as a request takes them: without the members that the service sets. */
export const asInput = (fields: readonly object[]): Fields =>
  fields.map((field) => without(field, shownOnlyOfField));

const without = (value: object, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));

/**
 * Adds and removes fields.
 * @throws CommandFailure for the key of a field to remove that the form does not have
 */
export function changeFields(fields: Fields, added: readonly object[], removed: readonly string[]): object[] {
  const unknown = removed.filter((key) => !fields.some((field) => field['key'] === key));
  if (unknown.length > 0)
    throw misused(
      `The form has no field ${unknown.join(', ')}. It has: ${fields.map(({ key }) => key).join(', ')}.`,
    );
  return [...fields.filter(({ key }) => !removed.some((one) => one === key)), ...added];
}
