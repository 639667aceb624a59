import { defineFields } from '../../../domain/form/define-fields.ts';
import { type FieldDefinition, FieldInput, isShown } from '../../../domain/form/field.ts';
import { checkLocale, directionOf } from '../../../domain/form/locale.ts';
import { inputCheck } from '../../check-input.ts';
import { initialTexts } from '../../form/entered-texts.ts';
import { FieldControl } from '../../form/field-control.tsx';
import { renderInTurns } from '../../parts/render-in-turns.ts';
import type { DraftField, FormDraft } from './draft.ts';
import { formerOf, inputOf } from './field-input.ts';

const check = inputCheck(FieldInput);

/** A field of the editor as the form would have it; null while its settings are incomplete. */
function fieldOf(
  draft: DraftField,
  index: number,
  former: FieldDefinition | undefined,
): FieldDefinition | null {
  // Keys are given when the form is saved. Until then the numbers of the fields tell their controls apart.
  const checked = check({ ...inputOf(draft, former), key: `preview_${index}` });
  const defined = checked.ok ? defineFields([checked.value], [], () => '') : checked;
  return defined.ok ? (defined.value[0] ?? null) : null;
}

/**
 * Renders the fields of the editor as people will see them. Nothing that is entered here is sent.
 * @param former the fields that are edited
 */
export async function preview(
  { fields, language, timeZone }: FormDraft,
  former: readonly FieldDefinition[],
): Promise<JSX.Element> {
  if (fields.length === 0) return '';
  // Settings that are wrong have no effect yet.
  const checked = checkLocale({ language: language || null, timeZone: timeZone || null });
  const locale = checked.ok ? checked.value : {};
  const incomplete: number[] = [];
  const shown = await renderInTurns(fields, (draft, index) => {
    const field = fieldOf(draft, index, formerOf(draft, former));
    if (field === null) incomplete.push(index + 1);
    if (field === null || !isShown(field)) return '';
    return <FieldControl field={field} typed={initialTexts(field, locale)} locale={locale} problems={[]} />;
  });
  const safeFields = shown.join('');
  return (
    <section class="preview" aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      {incomplete.length > 0 && (
        <p class="quiet" safe>
          {`Still incomplete and left out: field ${incomplete.join(', ')}.`}
        </p>
      )}
      <div {...(locale.language && { lang: locale.language, dir: directionOf(locale.language) })}>
        {safeFields}
      </div>
    </section>
  );
}
