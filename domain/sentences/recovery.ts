import { counted } from '../check.ts';
import type { RecoveryEvent } from '../recovery/events.ts';
import { type Author, quoted, say, type Sentence, subject } from './sentence.ts';

type Requested = Extract<RecoveryEvent, { type: 'RecoveryRequested' }>['data'];

function requestSentence(who: Author, { action, note, selection, total, perSecond }: Requested): Sentence {
  const { destinationId } = selection;
  const where: Sentence =
    destinationId === null ? say`all destinations` : say`${subject('destination', destinationId)}`;
  const webhooks = counted(total, 'webhook');
  const words = note === undefined ? '' : ` Reason: ${quoted(note)}.`;
  return action === 'send'
    ? say`${who} asked to send ${webhooks} again to ${where}, at most ${perSecond} a second.${words}`
    : say`${who} asked to cancel ${webhooks} to ${where}.${words}`;
}

export function recoverySentence(who: Author, event: RecoveryEvent): Sentence {
  switch (event.type) {
    case 'RecoveryRequested':
      return requestSentence(who, event.data);
    case 'RecoveryBatchTaken':
      return say`The recovery took its next ${counted(event.data.deliveryIds.length, 'webhook')}.`;
    case 'RecoveryProgressed': {
      const { replayed, passedOver } = event.data;
      return say`The recovery handled ${counted(replayed, 'webhook')} and left out ${passedOver}.`;
    }
    case 'RecoverySummarized': {
      const { replayed, total } = event.data;
      return say`The recovery recorded its progress: ${replayed} of ${counted(total, 'webhook')}.`;
    }
    case 'RecoveryPaused':
      return event.data.reason === 'operator'
        ? say`${who} paused the recovery.`
        : say`The recovery paused, because its destination is disabled.`;
    case 'RecoveryResumed':
      return say`${who} resumed the recovery.`;
    case 'RecoveryCancelled':
      return say`${who} cancelled the recovery.`;
    case 'RecoveryCompleted':
      return say`The recovery was completed.`;
    default:
      return event satisfies never;
  }
}
