import { defineFields } from '../../../domain/form/define-fields.ts';
import { type FieldDefinition, FieldInput, isShown } from '../../../domain/form/field.ts';
import { directionOf, type FormLocale } from '../../../domain/form/locale.ts';
import type { DraftField } from '../../../domain/form-draft/draft-field.ts';
import { inputCheck } from '../../check-input.ts';
import { initialTexts } from '../../form/entered-texts.ts';
import { FieldControl } from '../../form/field-control.tsx';
import { renderInTurns } from '../../parts/render-in-turns.ts';
import { inputOf } from './draft-input.ts';

const check = inputCheck(FieldInput);

/** A key of a question that a preview alone has. */
const previewKey = (id: string): string =>
  `preview_${id.toLowerCase().replaceAll(/[^a-z0-9]/g, '_')}`.slice(0, 64);

/** A question as the form would have it; null while its settings are incomplete. */
function fieldOf(draft: DraftField, locale: FormLocale): FieldDefinition | null {
  // Keys are given when the form is published.
  const checked = check({ ...inputOf(draft, undefined, locale), key: previewKey(draft.id) });
  const defined = checked.ok ? defineFields([checked.value], [], () => '') : checked;
  return defined.ok ? (defined.value[0] ?? null) : null;
}

/** The attributes of an element with questions in a language. */
export const languageOf = ({ language }: FormLocale) =>
  language ? { lang: language, dir: directionOf(language) } : {};

const Incomplete = ({ field }: { readonly field: DraftField }) => (
  <p class="quiet incomplete">
    Still incomplete, and left out:{' '}
    <span safe>{field.label === '' ? 'a question without a text' : field.label}</span>
  </p>
);

/**
 * Renders questions of a draft as people will see them. Nothing that is entered there is sent.
 * @returns the HTML of each question; empty for one that people do not see
 */
export const previewOf = (fields: readonly DraftField[], locale: FormLocale): Promise<string[]> =>
  renderInTurns(fields, (draft) => {
    const field = fieldOf(draft, locale);
    if (field === null) return <Incomplete field={draft} />;
    if (!isShown(field)) return '';
    return <FieldControl field={field} typed={initialTexts(field, locale)} locale={locale} problems={[]} />;
  });
