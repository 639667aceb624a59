import type { CommandDeps } from '../../commands/deps.ts';
import { destination } from '../../domain/destination/decider.ts';
import { form } from '../../domain/form/decider.ts';
import type { AccountNotice, ExistingNotice } from '../../domain/notice/state.ts';
import type { AccountTrigger } from '../../domain/notice/trigger.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { cleanLine } from '../../domain/text.ts';
import { nextMonth } from '../../domain/time.ts';
import type { MailLink } from '../../mail/template.ts';
import type { MailTexts } from '../../mail/texts.ts';
import type { Reader } from './reader.ts';

/** The content of a notice in the language of its reader. It has no answers: the reader may not be allowed to see them all. */
export interface NoticeContent {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly action: MailLink;
}

interface Deps extends Pick<CommandDeps, 'aggregates'> {
  /** The address of the service, without a slash at its end. */
  readonly publicUrl: string;
}

/** The most forms that a digest names; the others are counted. */
const namedForms = 20;

/**
 * Writes what a notice tells.
 * @returns null if the form or the destination is gone
 * @throws LogUnavailable
 */
export async function composeNotice(
  deps: Deps,
  notice: AccountNotice,
  reader: Pick<Reader, 'timeZone' | 'accountName'>,
  texts: MailTexts,
): Promise<NoticeContent | null> {
  const { trigger } = notice;
  switch (trigger.kind) {
    case 'destination.failing':
    case 'destination.disabled':
      return ofDestination(deps, trigger, reader, texts);
    case 'form.closed':
    case 'submission.created':
      return ofForm(deps, trigger, notice, reader, texts);
    case 'submission.digest':
      return ofDigest(deps, trigger, notice, reader, texts);
    case 'quota.reached':
      return ofQuota(deps, trigger, notice, reader, texts);
    case 'member.signed_in':
      return {
        title: texts.say('signedInTitle'),
        paragraphs: [texts.say('signedIn', { moment: texts.moment(notice.occurredAt, reader.timeZone) })],
        action: { label: texts.say('seeAccount'), url: `${deps.publicUrl}/console/you` },
      };
    default:
      return trigger satisfies never;
  }
}

type Of<K extends AccountTrigger['kind']> = Extract<AccountTrigger, { kind: K }>;

async function ofDestination(
  { aggregates, publicUrl }: Deps,
  trigger: Of<'destination.failing' | 'destination.disabled'>,
  { timeZone }: Pick<Reader, 'timeZone'>,
  texts: MailTexts,
): Promise<NoticeContent | null> {
  const { destinationId } = trigger;
  const { state } = await aggregates.load(destination, streamOf.destination(destinationId));
  if (!state.exists || state.removed) return null;
  const named = { destination: cleanLine(state.settings.label) };
  const url = `${publicUrl}/console/destinations/${destinationId}`;
  const action = { label: texts.say('seeDestination'), url };
  if (trigger.kind === 'destination.failing')
    return { title: texts.say('failingTitle', named), paragraphs: [texts.say('failing')], action };
  const { reason } = trigger;
  const because =
    reason.kind === 'failures'
      ? texts.say('disabledAfterFailures', { moment: texts.moment(reason.failedSince, timeZone) })
      : texts.say('disabledAsGone');
  return {
    title: texts.say('disabledTitle', named),
    paragraphs: [because, texts.say('disabled')],
    action,
  };
}

async function titleOf({ aggregates }: Deps, formId: string): Promise<string | null> {
  const { state } = await aggregates.load(form, streamOf.form(formId));
  return state.exists ? cleanLine(state.title) : null;
}

async function ofForm(
  deps: Deps,
  trigger: Of<'form.closed' | 'submission.created'>,
  { occurredAt }: ExistingNotice,
  { timeZone }: Pick<Reader, 'timeZone'>,
  texts: MailTexts,
): Promise<NoticeContent | null> {
  const title = await titleOf(deps, trigger.formId);
  if (title === null) return null;
  const moment = texts.moment(occurredAt, timeZone);
  if (trigger.kind === 'form.closed')
    return {
      title: texts.say('closedTitle', { form: title }),
      paragraphs: [texts.say('closed', { moment })],
      action: { label: texts.say('seeForm'), url: `${deps.publicUrl}/console/forms/${trigger.formId}` },
    };
  return {
    title: texts.say('submissionTitle', { form: title }),
    paragraphs: [texts.say('submission', { moment })],
    action: {
      label: texts.say('seeSubmission'),
      url: `${deps.publicUrl}/console/submissions/${trigger.submissionId}`,
    },
  };
}

async function ofDigest(
  deps: Deps,
  { forms, since, until }: Of<'submission.digest'>,
  { accountId }: ExistingNotice,
  { timeZone }: Pick<Reader, 'timeZone'>,
  texts: MailTexts,
): Promise<NoticeContent> {
  const count = forms.reduce((sum, one) => sum + one.count, 0);
  const lines: string[] = [];
  for (const one of forms.slice(0, namedForms)) {
    const title = await titleOf(deps, one.formId);
    if (title !== null) lines.push(texts.say('digestLine', { form: title, count: one.count }));
  }
  const others = forms.slice(namedForms).reduce((sum, one) => sum + one.count, 0);
  if (others > 0) lines.push(texts.say('digestOthers', { count: others }));
  const [from, to] = [texts.moment(since, timeZone), texts.moment(until, timeZone)];
  return {
    title: texts.say('digestTitle', { count }),
    paragraphs: [texts.say('digest', { from, to }), lines.join('\n')],
    action: {
      label: texts.say('seeSubmissions'),
      url: `${deps.publicUrl}/console/submissions?account=${encodeURIComponent(accountId)}`,
    },
  };
}

function ofQuota(
  { publicUrl }: Deps,
  { share, limit }: Of<'quota.reached'>,
  { accountId, occurredAt }: ExistingNotice,
  { timeZone, accountName }: Pick<Reader, 'timeZone' | 'accountName'>,
  texts: MailTexts,
): NoticeContent {
  const values = {
    account: accountName,
    share,
    limit,
    moment: texts.moment(nextMonth(occurredAt), timeZone),
  };
  const isFull = share === 100;
  return {
    title: texts.say(isFull ? 'fullTitle' : 'quotaTitle', values),
    paragraphs: [texts.say(isFull ? 'full' : 'quota', values)],
    action: {
      label: texts.say('seeAccount'),
      url: `${publicUrl}/console?account=${encodeURIComponent(accountId)}`,
    },
  };
}
