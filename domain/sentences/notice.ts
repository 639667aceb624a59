import { counted } from '../check.ts';
import type { NoticeCancelReason, NoticeEvent, NoticeOutcome } from '../notice/events.ts';
import type { Channel, NoticeKind, Pace } from '../notice/kinds.ts';
import type { NoticeTrigger } from '../notice/trigger.ts';
import type { ChannelChoice, NoticeChoicesEvent } from '../notice-choices/events.ts';
import { type Author, listed, moment, say, type Sentence, subject } from './sentence.ts';

const throughChannel: Readonly<Record<Channel, string>> = { mail: 'by mail', chat: 'in a chat' };

const kindWords: Readonly<Record<NoticeKind, string>> = {
  'destination.failing': 'failing destinations',
  'destination.disabled': 'disabled destinations',
  'quota.reached': 'the quota',
  'form.closed': 'closed forms',
  'member.signed_in': 'sign-ins from elsewhere',
};

const paceWords: Readonly<Record<Pace, string>> = {
  each: 'each new submission',
  hourly: 'new submissions once an hour',
  daily: 'new submissions once a day',
};

/** The kinds of notices in words. */
const chosenWords = ({ kinds, submissions }: ChannelChoice): readonly string[] => [
  ...kinds.map((kind) => kindWords[kind]),
  ...(submissions === null ? [] : [paceWords[submissions]]),
];

export function noticeChoicesSentence(who: Author, event: NoticeChoicesEvent): Sentence {
  const person = subject('person', event.data.personId);
  switch (event.type) {
    case 'NoticesChosen': {
      const { channel, choice } = event.data;
      const words = chosenWords(choice);
      return words.length === 0
        ? say`${who} ended the notices to ${person} ${throughChannel[channel]}.`
        : say`${who} chose the notices to ${person} ${throughChannel[channel]}: ${listed(words)}.`;
    }
    case 'ChatAddressChosen':
      return say`${who} set the chat for the notices to ${person}, at ${event.data.host}.`;
    case 'ChatAddressRemoved':
      return say`${who} removed the chat for the notices to ${person}.`;
    case 'DigestClosed': {
      const { since, until, forms } = event.data;
      const count = forms.reduce((sum, form) => sum + form.count, 0);
      return say`${who} collected ${counted(count, 'new submission')} from ${moment(since)} to ${moment(until)} for ${person}.`;
    }
    default:
      return event satisfies never;
  }
}

function triggerWords(trigger: NoticeTrigger): Sentence {
  switch (trigger.kind) {
    case 'destination.failing':
      return say`the failing destination ${subject('destination', trigger.destinationId)}`;
    case 'destination.disabled':
      return say`the disabled destination ${subject('destination', trigger.destinationId)}`;
    case 'quota.reached':
      return say`the quota, ${trigger.share} % of which is used`;
    case 'form.closed':
      return say`the closed form ${subject('form', trigger.formId)}`;
    case 'member.signed_in':
      return say`a sign-in from elsewhere`;
    case 'person.changed':
      return say`a change of how the person signs in`;
    case 'submission.created':
      return say`a new submission to ${subject('form', trigger.formId)}`;
    case 'submission.digest':
      return say`new submissions`;
    default:
      return trigger satisfies never;
  }
}

const cancelWords: Readonly<Record<NoticeCancelReason, string>> = {
  no_member: 'its reader is no member',
  not_permitted: 'its reader may not see its subject',
  stopped: 'its reader has stopped such notices',
  subject_gone: 'its subject is gone',
};

/** The outcome of an attempt, as the end of a sentence. */
function outcomeWords(outcome: NoticeOutcome): string {
  switch (outcome.kind) {
    case 'sent':
      return 'it was taken over';
    case 'refused':
      return `it was refused: ${outcome.reason}`;
    case 'failed':
      return outcome.mayHaveArrived
        ? `it may have arrived: ${outcome.reason}`
        : `it did not arrive: ${outcome.reason}`;
    case 'interrupted':
      return 'the process ended before the reply, so it may have arrived';
    default:
      return outcome satisfies never;
  }
}

export function noticeSentence(who: Author, event: NoticeEvent): Sentence {
  switch (event.type) {
    case 'NoticePlanned': {
      const { personId, channel, trigger } = event.data;
      return say`${who} planned a notice to ${subject('person', personId)} ${throughChannel[channel]} about ${triggerWords(trigger)}.`;
    }
    case 'NoticeAttemptBegun':
      return say`${who} began attempt ${event.data.attempt} to send a notice.`;
    case 'NoticeAttempted': {
      const { attempt, outcome } = event.data;
      return say`${who} sent a notice, attempt ${attempt}: ${outcomeWords(outcome)}.`;
    }
    case 'NoticeCancelled':
      return say`${who} did not send a notice: ${cancelWords[event.data.reason]}.`;
    default:
      return event satisfies never;
  }
}
