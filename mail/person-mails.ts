import { cleanLine } from '../domain/text.ts';
import type { Mail } from './mailer.ts';
import { type MailContent, renderMail } from './template.ts';
import { type MailTextId, type MailTexts, mailTextsIn } from './texts.ts';

interface Addressed {
  readonly to: string;
  /** The language of the reader; null for that of the service. */
  readonly language: string | null;
  /** Names the message; see `Mail`. */
  readonly messageId: string;
  /** Where the reader goes on. */
  readonly url: string;
}

type Say = MailTexts['say'];

function written(
  { to, language, messageId, url }: Addressed,
  ids: {
    readonly title: MailTextId;
    readonly text: MailTextId;
    readonly action: MailTextId;
    readonly why: MailTextId;
  },
  values: Parameters<Say>[1] = {},
): Mail {
  const texts = mailTextsIn(language);
  const title = texts.say(ids.title, values);
  const content: MailContent = {
    title,
    paragraphs: [texts.say(ids.text, values)],
    action: { label: texts.say(ids.action), url },
    footer: [texts.say(ids.why, values)],
  };
  return { to, subject: cleanLine(title).replaceAll('\t', ' '), messageId, ...renderMail(texts, content) };
}

/** Values: the name of the person or the service that invites, and that of the account. */
export const invitationMail = (
  addressed: Addressed,
  values: { readonly inviter: string; readonly account: string },
): Mail =>
  written(
    addressed,
    {
      title: 'invitation-title',
      text: 'invitation-text',
      action: 'invitation-action',
      why: 'invitation-why',
    },
    values,
  );

export const passwordMail = (addressed: Addressed, values: { readonly name: string }): Mail =>
  written(
    addressed,
    { title: 'password-title', text: 'password-text', action: 'password-action', why: 'password-why' },
    values,
  );

export const emailMail = (addressed: Addressed, values: { readonly name: string }): Mail =>
  written(
    addressed,
    { title: 'email-title', text: 'email-text', action: 'email-action', why: 'email-why' },
    values,
  );

/** For a stranger who wants to open an account. */
export const signUpMail = (addressed: Addressed): Mail =>
  written(addressed, {
    title: 'sign-up-title',
    text: 'sign-up-text',
    action: 'sign-up-action',
    why: 'sign-up-why',
  });

/** For a person whom an operator invites to open an account. */
export const signUpInvitationMail = (addressed: Addressed): Mail =>
  written(addressed, {
    title: 'sign-up-title',
    text: 'sign-up-invited',
    action: 'sign-up-action',
    why: 'invitation-why',
  });

/** For a person who wants to open an account and signs in here already. */
export const knownPersonMail = (addressed: Addressed, values: { readonly name: string }): Mail =>
  written(
    addressed,
    { title: 'known-title', text: 'known-text', action: 'known-action', why: 'known-why' },
    values,
  );
