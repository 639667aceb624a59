import type { CommandDeps } from '../../commands/deps.ts';
import { chatUrlOf } from '../../commands/notice/choose-notices.ts';
import { sealStopLink } from '../../commands/notice/stop-links.ts';
import { judge } from '../../domain/delivery/retry-schedule.ts';
import type { NoticeOutcome } from '../../domain/notice/events.ts';
import type { AccountNotice, ExistingNotice } from '../../domain/notice/state.ts';
import type { StoppedKind } from '../../domain/notice-choices/decider.ts';
import { cleanLine } from '../../domain/text.ts';
import type { Mail, Mailer } from '../../mail/mailer.ts';
import { renderMail } from '../../mail/template.ts';
import { type MailTexts, mailTextsIn } from '../../mail/texts.ts';
import type { WebhookClient } from '../worker/webhook-client.ts';
import { chatTextOf } from './chat-text.ts';
import { composeNotice, type NoticeContent } from './compose.ts';
import type { ChangeMail } from './person-change.ts';
import type { Reader } from './reader.ts';

/** The outcome of an attempt, and the delay that the receiver requested, in milliseconds; 0 for none. */
export interface HandedOver {
  readonly outcome: NoticeOutcome;
  readonly retryAfterMs: number;
}

/** A notice that is ready to be handed over. */
export type HandOver = (signal: AbortSignal) => Promise<HandedOver>;

export interface HandOverDeps extends Pick<CommandDeps, 'aggregates' | 'secrets'> {
  readonly publicUrl: string;
  /** Null without a mail server. */
  readonly mailer: Mailer | null;
  /** Posts to chats, by the rules for the addresses of destinations. */
  readonly chat: Pick<WebhookClient, 'post'>;
}

/**
 * Prepares a notice: writes it, and finds its address.
 * @returns a function that hands it over, once; null if its subject is gone
 * @throws LogUnavailable
 */
export async function prepareHandOver(
  deps: HandOverDeps,
  notice: AccountNotice,
  reader: Reader,
): Promise<HandOver | null> {
  const texts = mailTextsIn(reader.language);
  const content = await composeNotice(deps, notice, reader, texts);
  if (!content) return null;
  return notice.channel === 'mail'
    ? (signal) => sendMail(deps, notice, reader, texts, content, signal)
    : () => postToChat(deps, notice, reader, content);
}

const now = (outcome: NoticeOutcome): HandedOver => ({ outcome, retryAfterMs: 0 });

async function sendMail(
  deps: HandOverDeps,
  notice: AccountNotice,
  reader: Reader,
  texts: MailTexts,
  content: NoticeContent,
  signal: AbortSignal,
): Promise<HandedOver> {
  const { publicUrl } = deps;
  const { accountId, personId, channel } = notice;
  const link = { accountId, personId, channel, kind: stoppedKindOf(notice) };
  const stopUrl = `${publicUrl}/notices/stop?link=${sealStopLink(deps, link)}`;
  const written = renderMail(texts, {
    ...content,
    footer: [texts.say('whyNotice', { account: reader.accountName })],
    stop: { label: texts.say('stopLink'), url: stopUrl },
  });
  return send(deps, notice, { to: reader.email, title: content.title, ...written, stopUrl }, signal);
}

/** Mails a change of how a person signs in. They cannot be stopped, because they report changes that somebody else could have made. */
export function mailChange(
  deps: Pick<HandOverDeps, 'mailer'>,
  notice: ExistingNotice,
  { to, texts, content }: ChangeMail,
  signal: AbortSignal,
): Promise<HandedOver> {
  const written = renderMail(texts, { ...content, footer: [texts.say('whyChange')] });
  return send(deps, notice, { to, title: content.title, ...written }, signal);
}

async function send(
  { mailer }: Pick<HandOverDeps, 'mailer'>,
  { noticeId }: Pick<ExistingNotice, 'noticeId'>,
  { title, ...mail }: Omit<Mail, 'messageId' | 'subject'> & { readonly title: string },
  signal: AbortSignal,
): Promise<HandedOver> {
  if (!mailer) {
    const reason = 'the service has no mail server';
    return now({ kind: 'failed', code: null, reason, mayHaveArrived: false });
  }
  // A header has neither line breaks nor tabs.
  const subject = cleanLine(title).replaceAll('\t', ' ');
  const outcome = await mailer.send({ ...mail, subject, messageId: `notice-${noticeId}` }, signal);
  switch (outcome.kind) {
    case 'sent':
      return now({ kind: 'sent' });
    case 'refused':
    case 'failed':
      return now({ ...outcome, reason: withoutAddresses(outcome.reason) });
    default:
      return outcome satisfies never;
  }
}

/** The kind that the link in a notice stops. */
function stoppedKindOf({ trigger: { kind } }: Pick<AccountNotice, 'trigger'>): StoppedKind {
  return kind === 'submission.created' || kind === 'submission.digest' ? 'submissions' : kind;
}

/** Replies of mail servers quote addresses, which no stream of notices holds. */
const withoutAddresses = (reason: string): string => reason.replace(/\S*@\S*/g, '(address)');

/** A chat may be a person's own: its host goes with the choices of its person. */
const withoutHost = (message: string, url: string): string =>
  message.replaceAll(new URL(url).hostname, '(address)');

async function postToChat(
  deps: HandOverDeps,
  notice: AccountNotice,
  { choices }: Reader,
  content: NoticeContent,
): Promise<HandedOver> {
  const url = chatUrlOf(deps, notice, choices);
  if (url === null) return now({ kind: 'refused', code: null, reason: 'there is no chat' });
  const body = Buffer.from(JSON.stringify({ text: chatTextOf(content) }));
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Formlog',
    'idempotency-key': `notice-${notice.noticeId}`,
  };
  const { outcome, retryAfterMs } = await deps.chat.post({ url, headers, body });
  const verdict = judge(outcome, retryAfterMs !== null);
  if (verdict === 'succeeded') return now({ kind: 'sent' });
  const code = outcome.kind === 'response' ? outcome.status : null;
  const reason = outcome.kind === 'response' ? `status ${outcome.status}` : withoutHost(outcome.message, url);
  if (verdict !== 'retry') return now({ kind: 'refused', code, reason });
  const mayHaveArrived = outcome.kind === 'error' && outcome.errorClass === 'timeout';
  return { outcome: { kind: 'failed', code, reason, mayHaveArrived }, retryAfterMs: retryAfterMs ?? 0 };
}
