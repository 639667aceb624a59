import type { OpenDraft } from '../../../commands/form-draft/read-draft.ts';
import type { InputProblem } from '../../check-input.ts';
import { LanguageSuggestions } from '../../parts/locale-suggestions.tsx';
import { textareaText } from '../../parts/textarea-text.ts';
import { TextControl } from './text-control.tsx';

/** The texts and settings of a form beside its questions. */
export const FormDetails = ({
  open,
  problems,
}: {
  readonly open: OpenDraft;
  readonly problems: readonly InputProblem[];
}) => {
  const { title, description, slug, language, timeZone } = open.draft.details;
  const isFaulty = problems.some(({ path }) => ['/slug', '/language', '/time_zone'].includes(path));
  return (
    <div class="form-details">
      <TextControl name="title" label="Title" value={title} problems={problems} path="/title" />
      <label>
        Description
        <textarea name="description" rows="2" safe>
          {textareaText(description)}
        </textarea>
      </label>
      <details open={isFaulty}>
        <summary>Address, language and time zone</summary>
        <TextControl
          name="slug"
          label="Slug"
          value={slug}
          problems={problems}
          path="/slug"
          help="The readable part of the address: lower-case letters, digits and hyphens. Addresses with a former slug redirect to the current one."
        />
        <div class="row">
          <TextControl
            name="language"
            label="Language"
            value={language}
            problems={problems}
            path="/language"
            list="languages"
            help="A tag such as en or de-CH. It decides the language of the page and how numbers are read."
          />
          <TextControl
            name="timeZone"
            label="Time zone"
            value={timeZone}
            problems={problems}
            path="/time_zone"
            list="time-zones"
            help="A name such as Europe/Berlin, for questions about times. Without one, UTC."
          />
        </div>
        <LanguageSuggestions />
        <datalist id="time-zones" />
      </details>
    </div>
  );
};
