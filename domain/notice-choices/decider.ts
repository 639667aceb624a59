import { isDeepStrictEqual } from 'node:util';
import type { Decider } from '../decider.ts';
import type { SealedSecret } from '../destination/events.ts';
import { type Channel, type NoticeKind, noticeKinds, type Pace } from '../notice/kinds.ts';
import { ok } from '../result.ts';
import type { ChannelChoice, NoticeChoicesEvent } from './events.ts';

export type NoticeChoicesCommand =
  | { type: 'ChooseNotices'; personId: string; channel: Channel; choice: ChannelChoice; at: string }
  | { type: 'ChooseChatAddress'; personId: string; address: SealedSecret; host: string; at: string }
  | { type: 'RemoveChatAddress'; personId: string; at: string }
  /** Ends notices of a kind through a channel; of all kinds for null. */
  | { type: 'StopNotices'; personId: string; channel: Channel; kind: StoppedKind | null; at: string }
  | {
      type: 'CloseDigest';
      personId: string;
      channel: Channel;
      pace: Pace;
      since: string;
      until: string;
      forms: readonly { readonly formId: string; readonly count: number }[];
      at: string;
    };

/** A kind that can be stopped apart from the others. */
export type StoppedKind = NoticeKind | 'submissions';

export interface ChosenChannel {
  readonly choice: ChannelChoice;
  /** Up to when submissions have been reported, ISO 8601; null while no digest is chosen. */
  readonly digestedUntil: string | null;
}

export interface NoticeChoicesState {
  readonly mail: ChosenChannel;
  readonly chat: ChosenChannel;
  readonly chatAddress: { readonly sealed: SealedSecret; readonly host: string } | null;
}

export const nothingChosen: ChannelChoice = { kinds: [], submissions: null };
const closed: ChosenChannel = { choice: nothingChosen, digestedUntil: null };

/** Whether a pace collects submissions. */
export const isDigest = (pace: Pace | null): pace is 'hourly' | 'daily' =>
  pace === 'hourly' || pace === 'daily';

function decide(command: NoticeChoicesCommand, state: NoticeChoicesState) {
  return ok(eventsOf(command, state));
}

function eventsOf(command: NoticeChoicesCommand, state: NoticeChoicesState): NoticeChoicesEvent[] {
  switch (command.type) {
    case 'ChooseNotices': {
      const { type: _, ...data } = command;
      const choice = inOrder(command.choice);
      const isSame = isDeepStrictEqual(choice, state[command.channel].choice);
      return isSame ? [] : [{ type: 'NoticesChosen', data: { ...data, choice } }];
    }
    case 'StopNotices':
      return stop(command, state);
    case 'ChooseChatAddress': {
      const { type: _, ...data } = command;
      return [{ type: 'ChatAddressChosen', data }];
    }
    case 'RemoveChatAddress': {
      const { personId, at } = command;
      return state.chatAddress ? [{ type: 'ChatAddressRemoved', data: { personId, at } }] : [];
    }
    case 'CloseDigest': {
      const { type: _, forms, ...data } = command;
      const { choice, digestedUntil } = state[command.channel];
      const isDue = choice.submissions === command.pace && digestedUntil === command.since;
      if (!isDue || command.until <= command.since || forms.length === 0) return [];
      return [{ type: 'DigestClosed', data: { ...data, forms: forms.map((one) => ({ ...one })) } }];
    }
    default:
      return command satisfies never;
  }
}

function stop(
  { personId, channel, kind, at }: Extract<NoticeChoicesCommand, { type: 'StopNotices' }>,
  state: NoticeChoicesState,
): NoticeChoicesEvent[] {
  const { choice } = state[channel];
  const left: ChannelChoice =
    kind === null
      ? nothingChosen
      : {
          kinds: choice.kinds.filter((chosen) => chosen !== kind),
          submissions: kind === 'submissions' ? null : choice.submissions,
        };
  if (isDeepStrictEqual(left, choice)) return [];
  return [{ type: 'NoticesChosen', data: { personId, channel, choice: left, at } }];
}

/** Each kind once, in one order. */
const inOrder = ({ kinds, submissions }: ChannelChoice): ChannelChoice => ({
  kinds: noticeKinds.filter((kind) => kinds.includes(kind)),
  submissions,
});

function evolve(state: NoticeChoicesState, event: NoticeChoicesEvent): NoticeChoicesState {
  switch (event.type) {
    case 'NoticesChosen': {
      const { channel, choice, at } = event.data;
      const { digestedUntil } = state[channel];
      // A change of the pace leaves no submission out.
      const next = isDigest(choice.submissions) ? (digestedUntil ?? at) : null;
      return { ...state, [channel]: { choice, digestedUntil: next } };
    }
    case 'ChatAddressChosen': {
      const { address: sealed, host } = event.data;
      return { ...state, chatAddress: { sealed, host } };
    }
    case 'ChatAddressRemoved':
      return { ...state, chatAddress: null };
    case 'DigestClosed': {
      const { channel, until } = event.data;
      return { ...state, [channel]: { ...state[channel], digestedUntil: until } };
    }
    default:
      return event satisfies never;
  }
}

/** The notices that a member of an account has chosen. */
export const noticeChoices: Decider<NoticeChoicesState, NoticeChoicesCommand, NoticeChoicesEvent, never> = {
  initial: { mail: closed, chat: closed, chatAddress: null },
  decide,
  evolve,
};
