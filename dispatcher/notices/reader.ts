import type { CommandDeps } from '../../commands/deps.ts';
import { account, type ExistingAccount } from '../../domain/account/decider.ts';
import { defaultTimeZone } from '../../domain/form/locale.ts';
import { membership } from '../../domain/membership/decider.ts';
import type { NoticeCancelReason } from '../../domain/notice/events.ts';
import type { AccountNotice } from '../../domain/notice/state.ts';
import { noticeChoices, type NoticeChoicesState } from '../../domain/notice-choices/decider.ts';
import { person } from '../../domain/person/decider.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { StreamErased } from '../../log/log-errors.ts';
import { includes, maySee } from './recipients.ts';

/** The reader of a notice, as of the time when it is sent. */
export interface Reader {
  readonly email: string;
  /** A tag of BCP 47; null for none. */
  readonly language: string | null;
  readonly timeZone: string;
  readonly accountName: string;
  readonly choices: NoticeChoicesState;
}

/**
 * Finds the reader of a notice: only present members who may see its subject, and who still want to know.
 * @returns the reader, or why there is none
 * @throws LogUnavailable
 */
export async function readerOf(
  { aggregates }: Pick<CommandDeps, 'aggregates'>,
  { accountId, personId, channel, trigger }: AccountNotice,
): Promise<Result<Reader, NoticeCancelReason>> {
  try {
    const [owner, members, about, chosen] = await Promise.all([
      aggregates.load(account, streamOf.account(accountId)),
      aggregates.load(membership, streamOf.membership(accountId)),
      aggregates.load(person, streamOf.person(personId)),
      aggregates.load(noticeChoices, streamOf.noticeChoices(accountId, personId)),
    ]);
    const member = members.state.members.get(personId);
    const { state: known } = about;
    const isPresent = member !== undefined && known.exists;
    if (!isPresent || !owner.state.exists || owner.state.closedAt !== null) return err('no_member');
    if (!maySee(member.role, trigger.kind)) return err('not_permitted');
    if (!includes(chosen.state[channel].choice, trigger)) return err('stopped');
    if (channel === 'chat' && chosen.state.chatAddress === null) return err('stopped');
    const { email, language } = known;
    return ok({ email, choices: chosen.state, ...localeOf(owner.state, language) });
  } catch (error) {
    // The streams of an erased person are gone.
    if (error instanceof StreamErased) return err('no_member');
    throw error;
  }
}

const localeOf = ({ name, language, timeZone }: ExistingAccount, own: string | null) => ({
  accountName: name,
  language: own ?? language ?? null,
  timeZone: timeZone ?? defaultTimeZone,
});
