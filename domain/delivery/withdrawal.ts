import type { DestinationSettings } from '../destination/events.ts';
import {
  choiceFor,
  type ChoosableQuestion,
  includedBy,
  includesAll,
} from '../destination/question-choice.ts';
import type { WithdrawalReason } from './events.ts';
import type { DeliverySubject } from './subject.ts';

type Wanted = Pick<DestinationSettings, 'events' | 'formId' | 'includedQuestions' | 'includedFields'>;
type Planned = Pick<DeliverySubject, 'kind' | 'formId' | 'includedQuestions' | 'includedFields'>;

/**
 * Returns why a destination does not want a delivery; null if it does. The body of a delivery never changes, so a
 * delivery that contains one withdrawn question is withdrawn as a whole, and so is a submission of which it would contain
 * no question at all. A test is always wanted.
 * @param questions the questions of the submission; none for an event without answers
 */
export function withdrawalOf(
  planned: Planned,
  wanted: Wanted,
  questions: readonly ChoosableQuestion[],
): WithdrawalReason | null {
  const { kind, formId } = planned;
  if (kind === 'ping') return null;
  if (!wanted.events.includes(kind)) return 'event_withdrawn';
  if (wanted.formId !== null && formId !== wanted.formId) return 'form_withdrawn';
  if (kind === 'form.published' || (includesAll(planned) && includesAll(wanted))) return null;
  const sent = questions.filter(includedBy(planned));
  if (sent.length === 0 && !includesAll(planned)) return 'no_question_chosen';
  return sent.every(includedBy(choiceFor(wanted, formId))) ? null : 'questions_withdrawn';
}
