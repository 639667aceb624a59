import { FormChange } from '../../../api/contract/forms/form-schemas.ts';
import { withSettings } from '../../../api/requests/form-settings.ts';
import type { FormChanges } from '../../../commands/form/change-form.ts';
import { defineInTurns } from '../../../commands/form/patterns.ts';
import type { OpenDraft } from '../../../commands/form-draft/read-draft.ts';
import { keyedInputs } from '../../../domain/form/field-keys.ts';
import { checkLocale } from '../../../domain/form/locale.ts';
import { checkTitle } from '../../../domain/form/title.ts';
import { changesBetween, draftOf } from '../../../domain/form-draft/changes.ts';
import { err, ok, type Result } from '../../../domain/result.ts';
import { inputCheck, type InputProblem } from '../../check-input.ts';
import { inputOf, misreadTexts } from './draft-input.ts';
import { localeOf } from './draft-locale.ts';

const check = inputCheck(FormChange);

/** A draft as changes of its form. */
export interface Publication {
  readonly changes: FormChanges;
  /** The ids of the new questions, in order. */
  readonly newIds: readonly string[];
}

/** Returns the members of the form that the draft changes. */
function givenChanges({ form, draft }: OpenDraft) {
  const { details = {}, fields, removed, placed } = changesBetween(draftOf(form), draft);
  const { title, description, slug, language, timeZone } = details;
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(slug !== undefined && slug !== '' && { slug }),
    ...(language !== undefined && { language: language.trim() === '' ? null : language.trim() }),
    ...(timeZone !== undefined && { time_zone: timeZone.trim() === '' ? null : timeZone.trim() }),
    ...((fields || removed || placed) && { fields: inputsOf({ form, draft }) }),
  };
}

const fieldsById = ({ fields }: OpenDraft['form']) => new Map(fields.map((field) => [field.id, field]));

function inputsOf({ form, draft }: Pick<OpenDraft, 'form' | 'draft'>) {
  const byId = fieldsById(form);
  const locale = localeOf(draft.details);
  return keyedInputs(
    draft.fields.map((field) => inputOf(field, byId.get(field.id), locale)),
    form.fields,
  );
}

/** Returns a draft as changes of its form, or every problem that the schema of a form names. */
export function publicationOf(open: OpenDraft): Result<Publication, readonly InputProblem[]> {
  const given = givenChanges(open);
  const misread = misreadTexts(open.draft.fields, fieldsById(open.form), localeOf(open.draft.details));
  const checked = check(given);
  if (misread.length > 0 || !checked.ok) {
    const known = new Set(misread.map(({ path }) => path));
    return err([...misread, ...(checked.ok ? [] : checked.error.filter(({ path }) => !known.has(path)))]);
  }
  const keys = new Set(open.form.fields.map(({ key }) => key));
  const inputs = given.fields ?? [];
  // A key that was typed may be that of a field that was removed: the question is then that field.
  const newIds = open.draft.fields.flatMap(({ id }, at) => (keys.has(inputs[at]?.key ?? '') ? [] : [id]));
  return ok({ changes: withSettings(checked.value), newIds });
}

/** Returns every problem of a draft, so that a page can show them before it is published. */
export async function problemsOfDraft(open: OpenDraft): Promise<readonly InputProblem[]> {
  const made = publicationOf(open);
  if (!made.ok) return made.error;
  const { title, fields, locale = {} } = made.value.changes;
  const named = title === undefined ? ok(title) : checkTitle(title);
  const located = checkLocale(locale);
  const defined = fields ? await defineInTurns(fields, open.form.fields, () => '') : ok(null);
  return [
    ...[named, located]
      .flatMap((each) => (each.ok ? [] : each.error))
      .map(({ at = '', message }) => ({ path: at, message })),
    ...(defined.ok ? [] : defined.error),
  ];
}
