import type { FieldDefinition } from '../../domain/form/field.ts';
import { isRecord } from '../../domain/check.ts';
import { asDecimal } from './amounts.ts';

/**
 * The texts of a form's controls by the names of the controls: the key of the field, or `key.part` for a part of an
 * answer (a row, a choice to rank, the parts of an address).
 */
export type Typed = Readonly<Record<string, readonly string[]>>;

/** Reads what a browser sent. */
export const typedIn = (sent: Readonly<Record<string, unknown>>): Typed =>
  Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [
      name,
      [value].flat().flatMap((one) => (typeof one === 'string' ? [one.replaceAll('\r\n', '\n')] : [])),
    ]),
  );

/** The first text of a control; empty if there is none. */
export const textOf = (typed: Typed, name: string): string => typed[name]?.[0] ?? '';

/** Whether people see a field: hidden fields keep the value that the form gives them. */
export const isShown = ({ hidden, kind }: FieldDefinition): boolean => !hidden && kind !== 'hidden';

/** The texts that a form begins with: those of its address, otherwise the defaults of its fields. */
export function initialTexts(fields: readonly FieldDefinition[], query: Typed): Typed {
  return Object.fromEntries(
    fields.filter(isShown).flatMap((field) => {
      const given = Object.entries(query).filter(([name]) => isOf(field, name));
      return given.length > 0 ? given : Object.entries(textsOf(field, field.default_value));
    }),
  );
}

const isOf = ({ key }: FieldDefinition, name: string): boolean => name === key || name.startsWith(`${key}.`);

/** A value as the texts of the controls that give it. */
function textsOf({ kind, key }: FieldDefinition, value: unknown): Typed {
  if (value === undefined || value === null) return {};
  if (typeof value === 'boolean') return { [key]: [value ? 'yes' : 'no'] };
  if (kind === 'ranking' && Array.isArray(value))
    return Object.fromEntries(
      value.map((choice, place) => [`${key}.${String(choice)}`, [String(place + 1)]]),
    );
  if (kind === 'datetime' && typeof value === 'string')
    return { [key]: [value.replace(/(:\d\d(\.\d+)?)?Z$/, '')] };
  if (Array.isArray(value)) return { [key]: value.map(String) };
  if (!isRecord(value)) return { [key]: [typeof value === 'string' ? value : JSON.stringify(value)] };
  const parts =
    kind === 'payment' ? { ...value, amount: asDecimal(value['amount'], value['currency']) } : value;
  return Object.fromEntries(
    Object.entries(parts).map(([part, chosen]) => [`${key}.${part}`, [chosen].flat().map(String)]),
  );
}
