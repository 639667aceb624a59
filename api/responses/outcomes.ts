import type { Static } from 'typebox';
import type { AttemptOutcome } from '../../domain/delivery/events.ts';
import type { DisableReason } from '../../domain/destination/events.ts';
import { answersScope } from '../contract/values.ts';
import type { DisabledBecause, Outcome } from '../contract/webhooks/outcomes.ts';

/** @param isReadable whether the request may read the response */
export function outcomeOf(outcome: AttemptOutcome, isReadable = true): Static<typeof Outcome> {
  if (outcome.kind === 'response') {
    const { kind, status } = outcome;
    return isReadable ? outcome : { kind, status, withheld: answersScope };
  }
  const { kind, errorClass: error_class, message } = outcome;
  return { kind, error_class, message };
}

export function disabledBecause(reason: DisableReason | null): Static<typeof DisabledBecause> | null {
  if (reason?.kind !== 'failures') return reason;
  const { failedSince: failed_since, ...same } = reason;
  return { ...same, failed_since };
}
