import type { DeliveryAttempt } from '../../../projections/read-models/deliveries/document.ts';
import type { DeliveryView } from '../../../projections/read-models/deliveries/queries.ts';
import { durationOf, Time } from '../../parts/time.tsx';
import { describeOutcome, Outcome } from '../parts/outcome.tsx';

interface AnswerProps extends Pick<DeliveryAttempt, 'outcome'> {
  /** Whether the visitor may read the response. */
  readonly isReadable: boolean;
}

const Answer = ({ outcome, isReadable }: AnswerProps) => {
  if (outcome.kind === 'response' && !isReadable) return <></>;
  const text = outcome.kind === 'response' ? outcome.excerpt : outcome.message;
  return text === '' ? <></> : <pre safe>{text}</pre>;
};

interface AttemptsProps extends Pick<AnswerProps, 'isReadable'> {
  readonly delivery: DeliveryView;
}

/** The attempts of a delivery as a time line, newest first. */
export const Attempts = ({ delivery, isReadable }: AttemptsProps) =>
  delivery.attempts.length === 0 ? (
    <p class="quiet">No attempt has been made yet.</p>
  ) : (
    <ol class="timeline">
      {delivery.attempts
        .toReversed()
        .map(({ attempt, started_at: at, duration_ms: ms, outcome, next_attempt_at }) => (
          <li value={attempt}>
            <p class="buttons">
              <Outcome outcome={outcome} />
              <Time at={at} />
              <span class="quiet" safe>{`took ${durationOf(ms)}`}</span>
              {next_attempt_at !== null && (
                <span class="quiet">
                  next at <Time at={next_attempt_at} />
                </span>
              )}
            </p>
            {describeOutcome(outcome).advice !== null && <p safe>{describeOutcome(outcome).advice ?? ''}</p>}
            <Answer outcome={outcome} isReadable={isReadable} />
          </li>
        ))}
    </ol>
  );
