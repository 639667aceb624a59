import type { ExistingForm } from '../../domain/form/decider.ts';
import { defaultTimeZone } from '../../domain/form/locale.ts';
import { FormDocument } from './look/form-document.tsx';
import { lookOf, type ShownLook } from './look/present-look.ts';
import { textsIn } from './texts.ts';

/** @param resetsAt the time from which on the form takes answers again, ISO 8601 */
export function fullMessage({ language, timeZone }: ExistingForm, resetsAt: string): string {
  const texts = textsIn(language);
  return texts.say('full', { moment: texts.moment(resetsAt, timeZone ?? defaultTimeZone) });
}

interface NoticePageProps {
  /** The title of the form; null if it is not to be shown. */
  readonly title: string | null;
  /** The language of the form. */
  readonly lang: string | undefined;
  /** How the form looks; absent if it is not to be shown. */
  readonly look?: ShownLook | undefined;
  readonly text: string;
  /** Answers that the form does not take, rendered. */
  readonly kept?: JSX.Element;
  /** The address that corrects what was sent; null for none. */
  readonly correction?: string | null;
  /** Whether there is a link to the start page. */
  readonly isLost?: boolean;
}

/** How a form shows itself on a page that asks nothing: a draft may have a title and a look that are not meant for the public yet. */
export function shownOf(form: ExistingForm): Pick<NoticePageProps, 'title' | 'lang' | 'look'> {
  const { status, title, language: lang } = form;
  return status === 'draft' ? { title: null, lang } : { title, lang, look: lookOf(form) };
}

/** A page of a form that asks nothing. */
export function NoticePage({
  title,
  lang,
  look,
  text,
  kept: safeKept,
  correction = null,
  isLost = false,
}: NoticePageProps): JSX.Element {
  const texts = textsIn(lang);
  const shownTitle = title ?? texts.say('unavailableTitle');
  return (
    <FormDocument title={shownTitle} lang={lang} look={look}>
      <h1 dir="auto" {...(title === null && texts.attributes)} safe>
        {shownTitle}
      </h1>
      <p {...texts.attributes} safe>
        {text}
      </p>
      {safeKept}
      {correction !== null && (
        <p {...texts.attributes}>
          <a href={correction} safe>
            {texts.say('changeAnswers')}
          </a>
        </p>
      )}
      {isLost && (
        <p {...texts.attributes}>
          <a href="/" safe>
            {texts.say('toStart')}
          </a>
        </p>
      )}
    </FormDocument>
  );
}

interface RetryPageProps {
  readonly action: string;
  /** The hidden controls with the texts to keep. */
  readonly inputs: JSX.Element;
  /** The language of the form. */
  readonly lang: string | undefined;
  readonly text: string;
}

/** Keeps what was typed while the form itself cannot be read. */
export function RetryPage({ action, inputs, lang, text }: RetryPageProps): JSX.Element {
  const texts = textsIn(lang);
  const safeInputs = inputs;
  return (
    <FormDocument title={texts.say('retryTitle')} lang={lang} look={undefined}>
      <h1 {...texts.attributes} safe>
        {texts.say('retryTitle')}
      </h1>
      <p role="alert" {...texts.attributes} safe>
        {text}
      </p>
      <form method="post" action={action} data-form>
        {safeInputs}
        <button type="submit" {...texts.attributes} safe>
          {texts.say('sendAgain')}
        </button>
      </form>
    </FormDocument>
  );
}
