import type { InputProblem } from '../../check-input.ts';
import type { FormDraft } from './draft.ts';
import { TextControl } from './field-editor.tsx';

/** Languages to choose from; any other tag may be written. */
const languages = [
  'ar',
  'de',
  'de-CH',
  'en',
  'en-GB',
  'es',
  'fr',
  'he',
  'hi',
  'it',
  'ja',
  'pl',
  'pt-BR',
  'tr',
  'zh',
];

interface LocaleProps {
  readonly draft: Pick<FormDraft, 'language' | 'timeZone'>;
  readonly problems: readonly InputProblem[];
}

const Suggestions = ({ id, values }: { readonly id: string; readonly values: readonly string[] }) => (
  <datalist id={id}>
    {values.map((value) => (
      <option value={value} />
    ))}
  </datalist>
);

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
    <Suggestions id="languages" values={languages} />
    <Suggestions id="time-zones" values={Intl.supportedValuesOf('timeZone')} />
  </div>
);
