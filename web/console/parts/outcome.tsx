import type { AttemptOutcome } from '../../../domain/delivery/events.ts';
import { Badge } from '../../parts/badge.tsx';

type Failure = Extract<AttemptOutcome, { kind: 'error' }>;

const failures: Readonly<Record<Failure['errorClass'], readonly [reason: string, advice: string]>> = {
  timeout: ['No answer in time', 'Have the receiver answer first and do its work afterwards.'],
  network: ['Not reachable', 'Check that the receiver runs, and that its name and port are right.'],
  tls: ['No secure connection', "Check the receiver's certificate: its name, its chain and its dates."],
  forbidden_address: [
    'Address not permitted',
    'Webhooks are sent to public addresses only. For development, an operator can permit a host.',
  ],
  invalid_response: ['Not an HTTP response', 'Check that a web server answers at this address and port.'],
};

const adviceFor = (status: number): string => {
  if (status === 401 || status === 403)
    return 'The receiver refuses the request. Check its rules and the signature.';
  if (status === 404) return 'Check the path of the address.';
  if (status === 410) return 'The receiver wants no more webhooks, so that the destination was disabled.';
  if (status === 429) return 'Lower the rate or the concurrency of the destination.';
  if (status >= 300 && status < 400) return 'Redirects are not followed. Give the final address.';
  return 'The receiver failed. Its own log has the reason; once it is fixed, send the webhook again.';
};

const isSuccess = (outcome: AttemptOutcome): boolean =>
  outcome.kind === 'response' && outcome.status >= 200 && outcome.status < 300;

/** An outcome in words, with advice if it is a failure. */
export function describeOutcome(outcome: AttemptOutcome): {
  readonly reason: string;
  readonly advice: string | null;
} {
  if (outcome.kind === 'error') {
    const [reason, advice] = failures[outcome.errorClass];
    return { reason, advice };
  }
  const reason = `Answered ${outcome.status}`;
  return { reason, advice: isSuccess(outcome) ? null : adviceFor(outcome.status) };
}

/** An outcome in a badge. */
export const Outcome = ({ outcome }: { readonly outcome: AttemptOutcome | null }) =>
  outcome === null ? (
    <span class="quiet">not tried</span>
  ) : (
    <Badge state={describeOutcome(outcome).reason} tone={isSuccess(outcome) ? 'good' : 'bad'} />
  );
