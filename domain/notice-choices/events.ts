import Type, { type Static } from 'typebox';
import { SealedSecret } from '../destination/events.ts';
import { type EventOf, v1 } from '../event.ts';
import { Channel, NoticeKind, Pace } from '../notice/kinds.ts';
import { Timestamp } from '../time.ts';

/** The notices that a person has chosen for a channel. */
export const ChannelChoice = Type.Object({
  kinds: Type.Array(NoticeKind),
  /** How often of new submissions; null for never. */
  submissions: Type.Union([Pace, Type.Null()]),
});
export type ChannelChoice = Static<typeof ChannelChoice>;

/**
 * The notices that a member of an account has chosen, in the stream `notices-{accountId}-{personId}`. The address of the chat is
 * sealed, and is erased with the person.
 */
export const noticeChoicesEvents = {
  NoticesChosen: v1(
    Type.Object({ personId: Type.String(), channel: Channel, choice: ChannelChoice, at: Timestamp }),
  ),
  ChatAddressChosen: v1(
    Type.Object({ personId: Type.String(), address: SealedSecret, host: Type.String(), at: Timestamp }),
  ),
  ChatAddressRemoved: v1(Type.Object({ personId: Type.String(), at: Timestamp })),
  /** The submissions from `since` until before `until` are reported together. Without a submission, there is no such event. */
  DigestClosed: v1(
    Type.Object({
      personId: Type.String(),
      channel: Channel,
      pace: Pace,
      since: Timestamp,
      until: Timestamp,
      forms: Type.Array(Type.Object({ formId: Type.String(), count: Type.Integer({ minimum: 1 }) }), {
        minItems: 1,
      }),
      at: Timestamp,
    }),
  ),
};

export type NoticeChoicesEvent = EventOf<typeof noticeChoicesEvents>;
