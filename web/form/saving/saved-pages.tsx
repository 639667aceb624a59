import type { Children } from '@kitajs/html';
import type { ExistingForm } from '../../../domain/form/decider.ts';
import { defaultTimeZone } from '../../../domain/form/locale.ts';
import { tokenField } from '../entered-texts.ts';
import { FormDocument } from '../look/form-document.tsx';
import { lookOf } from '../look/present-look.ts';
import { type Texts, textsIn } from '../texts.ts';

interface OfForm {
  readonly form: ExistingForm;
}

/** The name of the field that holds a link. */
export const linkField = 'link';

const momentOf = ({ form: { timeZone } }: OfForm, texts: Texts, at: string): string =>
  texts.moment(at, timeZone ?? defaultTimeZone);

const SavingPage = ({
  form,
  text,
  children,
}: OfForm & { readonly text: string; readonly children?: Children }) => (
  <FormDocument title={form.title} lang={form.language} look={lookOf(form)}>
    <h1 dir="auto" safe>
      {form.title}
    </h1>
    <p role="status" {...textsIn(form.language).attributes} safe>
      {text}
    </p>
    {children}
  </FormDocument>
);

const BackToForm = ({ form, texts }: OfForm & { readonly texts: Texts }) => (
  <p {...texts.attributes}>
    <a href={`/f/${form.formId}`} safe>
      {texts.say('backToForm')}
    </a>
  </p>
);

interface SavedProps extends OfForm {
  /** The address that goes on with the answers. */
  readonly link: string;
  /** When the link and the answers expire, ISO 8601. */
  readonly linkUntil: string;
  readonly expiresAt: string;
  /** The labels of the questions whose answers do not fit yet. */
  readonly unsaved: readonly string[];
}

/** Says that the answers are saved, and until when, and shows the link with which they can be completed elsewhere. */
export function SavedPage({ form, link, linkUntil, expiresAt, unsaved }: SavedProps): JSX.Element {
  const texts = textsIn(form.language);
  const text = texts.say('savedUntil', { moment: momentOf({ form }, texts, expiresAt) });
  return (
    <SavingPage form={form} text={text}>
      {unsaved.length > 0 && (
        <p {...texts.attributes} safe>
          {texts.say('notSavedYet', { labels: unsaved.join(', ') })}
        </p>
      )}
      <label {...texts.attributes}>
        <span safe>{texts.say('continueLink', { moment: momentOf({ form }, texts, linkUntil) })}</span>
        <input type="url" readonly value={link} dir="ltr" />
      </label>
      <BackToForm form={form} texts={texts} />
    </SavingPage>
  );
}

/** Asks whether to go on in this browser: programs that check links follow them, and send no forms. */
export function ContinuePage({ form, link }: OfForm & { readonly link: string }): JSX.Element {
  const texts = textsIn(form.language);
  return (
    <SavingPage form={form} text={texts.say('continueText')}>
      <form method="post" action={`/f/${form.formId}/continue`}>
        <input type="hidden" name={linkField} value={link} />
        <button type="submit" {...texts.attributes} safe>
          {texts.say('continueHere')}
        </button>
      </form>
    </SavingPage>
  );
}

/** Says that a link no longer works. */
export function UsedLinkPage({ form }: OfForm): JSX.Element {
  const texts = textsIn(form.language);
  return (
    <SavingPage form={form} text={texts.say('linkUsed')}>
      <BackToForm form={form} texts={texts} />
    </SavingPage>
  );
}

/** Says that the answers of this browser were sent, and offers to begin another submission. */
export function SentPage({ form, token }: OfForm & { readonly token: string }): JSX.Element {
  const texts = textsIn(form.language);
  return (
    <SavingPage form={form} text={texts.say('sentBefore')}>
      <form method="post" action={`/f/${form.formId}/start-again`}>
        <input type="hidden" name={tokenField} value={token} />
        <button type="submit" {...texts.attributes} safe>
          {texts.say('startAgain')}
        </button>
      </form>
    </SavingPage>
  );
}
