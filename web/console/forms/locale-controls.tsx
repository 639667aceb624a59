import type { InputProblem } from '../../check-input.ts';
import { LocaleSuggestions } from '../../parts/locale-suggestions.tsx';
import type { FormDraft } from './draft.ts';
import { TextControl } from './field-editor.tsx';

interface LocaleProps {
  readonly draft: Pick<FormDraft, 'language' | 'timeZone'>;
  readonly problems: readonly InputProblem[];
}

/** The language and the time zone of a form. */
export const LocaleControls = ({ draft, problems }: LocaleProps) => (
  <div class="row">
    <TextControl
      name="language"
      label="Language"
      value={draft.language}
      problems={problems}
      path="/language"
      list="languages"
      help="A tag such as en or de-CH. It decides the language of the page and how numbers are read."
    />
    <TextControl
      name="time_zone"
      label="Time zone"
      value={draft.timeZone}
      problems={problems}
      path="/time_zone"
      list="time-zones"
      help="A name such as Europe/Berlin, for questions about times. Without one, UTC."
    />
    <LocaleSuggestions />
  </div>
);
