import Type from 'typebox';
import { Value } from 'typebox/value';
import type { Result } from '../../../domain/result.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import type { ApiResponse } from './client.ts';
import type { ApiFailure, Refused } from './responses.ts';

const ProblemList = Type.Array(
  Type.Object({ path: Type.String(), code: Type.String(), message: Type.String() }),
);

const Members = Type.Record(Type.String(), Type.Unknown());

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Remedies for errors whose message does not name one. */
const remedies: Readonly<Record<string, string>> = {
  missing_key: 'Give a token with --token or FORMLOG_TOKEN.',
  invalid_key: 'Check --token or FORMLOG_TOKEN; a local service keeps its token in DATA_DIR/operator-token.',
  not_found: 'Check the id and --account. The list command shows the existing ids.',
  precondition_failed: 'Read it again, then repeat the change.',
  plan_limit_reached:
    'Close a form, remove a destination or revoke a key that is not needed, or choose a larger plan.',
  quota_exceeded: 'Wait for the next month or choose a larger plan.',
  destination_disabled: 'Enable it with "formlog destinations enable", then try again.',
  rate_limited: 'Wait a moment and try again.',
};

/** The API's error, its details line by line, and the remedy. Contains no answers of a submission. */
function explainRefusal({ code, message, details, requestId }: Refused): string {
  const problems = Value.Check(ProblemList, details)
    ? details.map((problem) => `  ${problem.path} ${problem.code}: ${problem.message}`)
    : Value.Check(Members, details)
      ? Object.entries(details).map(([name, value]) => `  ${name}: ${textOf(value)}`)
      : [];
  const known = remedies[code];
  return [
    `${code}: ${message}${requestId === null ? '' : ` (request ${requestId})`}`,
    ...problems,
    ...(known === undefined ? [] : [known]),
  ].join('\n');
}

/** The failure of a command after a failed call. */
export function failureOf(failure: ApiFailure): CommandFailure {
  switch (failure.kind) {
    case 'refused':
      return new CommandFailure(
        failure.status === 503 ? exitCodes.unreachable : exitCodes.refused,
        explainRefusal(failure),
        {
          code: failure.code,
          status: failure.status,
          message: failure.message,
          details: failure.details,
          request_id: failure.requestId,
        },
      );
    case 'unreachable':
      return new CommandFailure(
        exitCodes.unreachable,
        `Cannot reach the service at ${failure.url}: ${failure.message}\n` +
          'Start it with "npm start", or give another address with --service.',
      );
    case 'incomprehensible':
      return new CommandFailure(
        exitCodes.unreachable,
        `${failure.url} responded with ${failure.status}, and ${failure.message}. Is it this service? Check --service.`,
      );
    default:
      return failure satisfies never;
  }
}

/** The value of a successful call. @throws CommandFailure for a failed call */
export function valueOf<T>(result: Result<ApiResponse<T>, ApiFailure>): T {
  if (!result.ok) throw failureOf(result.error);
  return result.value.value;
}
