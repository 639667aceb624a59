import type { ExistingForm } from '../../../domain/form/decider.ts';
import { defaultTimeZone } from '../../../domain/form/locale.ts';
import { defaultResponses } from '../../../domain/form/responses.ts';
import { tokenField } from '../entered-texts.ts';
import { textsIn } from '../texts.ts';

/** Stands for the time in a text that the script completes on the clocks of the reader. */
const timePlaceholder = '%';

/** Whether the page of a form saves the answers while a person fills it in. */
export const savesAnswers = ({ responses = defaultResponses }: Pick<ExistingForm, 'responses'>): boolean =>
  responses.saving.enabled;

/** The button that saves the answers, and the place where the script says that it has saved them. */
export function SaveControls({ form: { formId, language } }: { readonly form: ExistingForm }): JSX.Element {
  const { say, attributes } = textsIn(language);
  const action = `/f/${formId}/save`;
  return (
    <div class="saving">
      <button
        type="submit"
        class="secondary"
        formaction={action}
        formenctype="application/x-www-form-urlencoded"
        formnovalidate
        {...attributes}
        safe
      >
        {say('save')}
      </button>
      <p
        role="status"
        data-save={action}
        data-saved={say('savedAt', { time: timePlaceholder })}
        data-failed={say('notSaved')}
        {...attributes}
      />
    </div>
  );
}

interface SavedNoticeProps {
  readonly form: ExistingForm;
  readonly token: string;
  /** ISO 8601. */
  readonly savedAt: string;
}

/** Says that the page has come back with saved answers, and offers to begin another submission. */
export function SavedNotice({ form, token, savedAt }: SavedNoticeProps): JSX.Element {
  const texts = textsIn(form.language);
  return (
    <form method="post" action={`/f/${form.formId}/start-again`} class="saved">
      <input type="hidden" name={tokenField} value={token} />
      <p {...texts.attributes} safe>
        {texts.say('savedOn', { moment: texts.moment(savedAt, form.timeZone ?? defaultTimeZone) })}
      </p>
      <button type="submit" class="secondary" {...texts.attributes} safe>
        {texts.say('startAgain')}
      </button>
    </form>
  );
}
