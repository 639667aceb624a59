import type { DescribedChoice } from '../../../domain/destination/describe-choice.ts';
import { Badge } from '../../parts/badge.tsx';
import { Id } from '../../parts/id.tsx';

interface ChoiceProps {
  readonly choice: DescribedChoice | undefined;
}

/** The questions whose answers a destination receives: their present labels, with the ids that the destination holds. */
export const ChosenQuestions = ({ choice }: ChoiceProps) => {
  if (!choice || choice.names.length === 0) return <span>All</span>;
  if (choice.fields.length === 0) return <span safe>{choice.names.join(', ')}</span>;
  return (
    <ul>
      {choice.fields.map(({ id, label }) => (
        <li>
          {label === null ? <em>removed</em> : <span safe>{label}</span>} <Id id={id} />
        </li>
      ))}
    </ul>
  );
};

/** What the choice of questions leaves out, or includes only by a label. */
export const ChoiceWarnings = ({ choice }: ChoiceProps) =>
  !choice || choice.warnings.length === 0 ? (
    <></>
  ) : (
    <div class="problem">
      <ul>
        {choice.warnings.map(({ message }) => (
          <li safe>{message}</li>
        ))}
      </ul>
    </div>
  );

/** The mark of such a destination in a list. */
export const ChoiceMark = ({ choice }: ChoiceProps) =>
  choice && choice.warnings.length > 0 ? <Badge state="check the questions" tone="bad" /> : <></>;
