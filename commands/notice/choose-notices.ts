import { membership } from '../../domain/membership/decider.ts';
import { type Channel, channels } from '../../domain/notice/kinds.ts';
import {
  noticeChoices,
  type NoticeChoicesCommand,
  type NoticeChoicesState,
} from '../../domain/notice-choices/decider.ts';
import type { ChannelChoice } from '../../domain/notice-choices/events.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import { type DestinationRules, parseDestinationUrl } from '../destination/destination-url.ts';
import { invalid, notFound, type Refusal } from '../refusal.ts';
import type { StopLink } from './stop-links.ts';

/** Changes of a member's choices. Absent members stay as they are. */
export interface NoticeSettings {
  readonly mail?: ChannelChoice;
  readonly chat?: ChannelChoice;
  /** The address of the chat's webhook; null removes it. */
  readonly chatUrl?: string | null;
}

export interface ChosenNotices {
  readonly choices: NoticeChoicesState;
  readonly position: bigint | null;
}

type Deps = Pick<CommandDeps, 'aggregates' | 'now' | 'secrets'> & {
  readonly destinationRules: DestinationRules;
};

/** Names the owner of a sealed address: it opens for this stream alone. */
const ownerOf = (accountId: string, personId: string): string => streamOf.noticeChoices(accountId, personId);

/** Returns the notices that a member of an account has chosen; `not_found` for people who are no members. */
export async function chosenNotices(
  { aggregates }: Pick<CommandDeps, 'aggregates'>,
  accountId: string,
  personId: string,
): Promise<Result<ChosenNotices, Refusal>> {
  const { state } = await aggregates.load(membership, streamOf.membership(accountId));
  if (!state.members.has(personId)) return notFound;
  const found = await aggregates.load(noticeChoices, streamOf.noticeChoices(accountId, personId));
  return ok({ choices: found.state, position: found.position });
}

/**
 * Changes the notices that a member of the context's account has chosen. Notices in a chat need the address of the chat.
 * @throws LogUnavailable
 */
export async function chooseNotices(
  deps: Deps,
  personId: string,
  settings: NoticeSettings,
  context: CommandContext,
): Promise<Result<ChosenNotices, Refusal>> {
  const { accountId } = context;
  const before = await chosenNotices(deps, accountId, personId);
  if (!before.ok) return before;
  const address = addressCommand(deps, personId, settings, before.value.choices, context);
  if (!address.ok) return address;
  const { mail, chat } = settings;
  const at = deps.now().toISOString();
  const choose = (channel: Channel, choice: ChannelChoice): NoticeChoicesCommand => ({
    type: 'ChooseNotices',
    personId,
    channel,
    choice,
    at,
  });
  const commands = [
    ...address.value,
    ...(mail ? [choose('mail', mail)] : []),
    ...(chat ? [choose('chat', chat)] : []),
  ];
  const stream = streamOf.noticeChoices(accountId, personId);
  const executed = await deps.aggregates.execute(noticeChoices, stream, commands, context);
  if (!executed.ok) return executed;
  return ok({ choices: executed.value.state, position: executed.value.position });
}

function addressCommand(
  { secrets, destinationRules, now }: Deps,
  personId: string,
  { chat, chatUrl }: NoticeSettings,
  { chatAddress, chat: chosen }: NoticeChoicesState,
  { accountId }: CommandContext,
): Result<readonly NoticeChoicesCommand[], Refusal> {
  const at = now().toISOString();
  const hasAddress = chatUrl === undefined ? chatAddress !== null : chatUrl !== null;
  const { kinds, submissions } = chat ?? chosen.choice;
  if (!hasAddress && (kinds.length > 0 || submissions !== null))
    return invalid('The notices are invalid.', [
      { path: '/chat/url', code: 'required', message: 'Notices in a chat need the address of its webhook.' },
    ]);
  if (chatUrl === undefined) return ok([]);
  if (chatUrl === null) return ok([{ type: 'RemoveChatAddress', personId, at }]);
  const parsed = parseDestinationUrl(chatUrl, destinationRules);
  if (!parsed.ok)
    return invalid('The notices are invalid.', [
      { path: '/chat/url', code: 'invalid_format', message: parsed.error },
    ]);
  const owner = ownerOf(accountId, personId);
  const isSame = chatAddress !== null && secrets.open(chatAddress.sealed, owner) === parsed.value;
  if (isSame) return ok([]);
  const { hostname: host } = new URL(parsed.value);
  return ok([{ type: 'ChooseChatAddress', personId, address: secrets.seal(parsed.value, owner), host, at }]);
}

/** Opens the address of a member's chat; null without one. @throws SecretUnreadable */
export const chatUrlOf = (
  { secrets }: Pick<CommandDeps, 'secrets'>,
  { accountId, personId }: { readonly accountId: string; readonly personId: string },
  { chatAddress }: NoticeChoicesState,
): string | null => chatAddress && secrets.open(chatAddress.sealed, ownerOf(accountId, personId));

/** Stops the notices that a link names, or all through its channel. The holder of the link acts as the person. */
export async function stopNotices(
  { aggregates, now }: Pick<CommandDeps, 'aggregates' | 'now'>,
  { accountId, personId, channel, kind }: StopLink,
  isForAll: boolean,
  correlationId: string,
): Promise<void> {
  await aggregates.execute(
    noticeChoices,
    streamOf.noticeChoices(accountId, personId),
    [
      {
        type: 'StopNotices',
        personId,
        channel,
        kind: isForAll ? null : kind,
        at: now().toISOString(),
      },
    ],
    { accountId, actor: { kind: 'member', id: personId }, correlationId, causationId: correlationId },
  );
}

/** Ends all notices of a person in the context's account, and forgets the address of the chat. */
export async function forgetNotices(
  { aggregates, now }: Pick<CommandDeps, 'aggregates' | 'now'>,
  personId: string,
  context: CommandContext,
): Promise<void> {
  const at = now().toISOString();
  const stop = (channel: Channel): NoticeChoicesCommand => ({
    type: 'StopNotices',
    personId,
    channel,
    kind: null,
    at,
  });
  const commands = [...channels.map(stop), { type: 'RemoveChatAddress', personId, at } as const];
  const stream = streamOf.noticeChoices(context.accountId, personId);
  await aggregates.execute(noticeChoices, stream, commands, context);
}
