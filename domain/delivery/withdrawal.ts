import type { DestinationSettings } from '../destination/events.ts';
import type { DeliverySubject, WithdrawalReason } from './events.ts';

type Wanted = Pick<DestinationSettings, 'events' | 'formId' | 'includedQuestions'>;
type Planned = Pick<DeliverySubject, 'kind' | 'formId' | 'includedQuestions'>;

/**
 * Returns why the settings no longer want a delivery; null if they do. The body of a delivery never changes, so a
 * delivery that contains one withdrawn question is withdrawn as a whole. A test is always wanted.
 * @param questions the labels of the questions of the submission; none for an event without answers
 */
export function withdrawalOf(
  { kind, formId, includedQuestions: planned }: Planned,
  { events, formId: onlyForm, includedQuestions: wanted }: Wanted,
  questions: readonly string[],
): WithdrawalReason | null {
  if (kind === 'ping') return null;
  if (!events.includes(kind)) return 'event_withdrawn';
  if (onlyForm !== null && formId !== onlyForm) return 'form_withdrawn';
  if (wanted.length === 0) return null;
  const sent = planned.length === 0 ? questions : questions.filter((label) => planned.includes(label));
  return sent.every((label) => wanted.includes(label)) ? null : 'questions_withdrawn';
}
