import type { ExistingForm } from '../form/decider.ts';
import { askedQuestions } from '../form/definition.ts';
import type { FieldDefinition } from '../form/field.ts';
import { regionOf } from '../form/region.ts';
import { e164Of } from './checks/phone.ts';
import type { SubmissionCreated } from './events.ts';

/** A field that asks for a telephone number, and the place of its answer among those of the form. */
interface PhoneField {
  readonly fieldId: string;
  readonly index: number;
}

const known = new WeakMap<readonly FieldDefinition[], readonly PhoneField[]>();

/** Returns the fields that ask for telephone numbers; found once for each array, which must not change afterwards. */
function phonesIn(fields: readonly FieldDefinition[]): readonly PhoneField[] {
  const found =
    known.get(fields) ??
    askedQuestions(fields).flatMap(({ fieldId, kind }, index) =>
      kind === 'phone' ? [{ fieldId, index }] : [],
    );
  known.set(fields, found);
  return found;
}

/**
 * Returns the telephone numbers among the answers to a form in the form of E.164, by the id of the field. A number without the code of
 * its country is read by the region of the form.
 * @param answers the checked answers, in the order of the form's questions
 * @returns null if there is no number that can be read
 */
export function numbersIn(
  form: Pick<ExistingForm, 'fields' | 'language' | 'timeZone'>,
  answers: readonly unknown[],
): NonNullable<SubmissionCreated['data']['e164']> | null {
  const phones = phonesIn(form.fields);
  if (phones.length === 0) return null;
  const region = regionOf(form);
  const numbers = phones.flatMap(({ fieldId, index }) => {
    const answer = answers[index];
    const number = typeof answer === 'string' ? e164Of(answer, region) : null;
    return number === null ? [] : [[fieldId, number] as const];
  });
  return numbers.length === 0 ? null : Object.fromEntries(numbers);
}
