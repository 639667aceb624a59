import type { PaymentRefusal, Refusal } from '../../commands/refusal.ts';
import type { LimitedResource, Problem } from '../../domain/errors.ts';
import { describeChanges } from '../../domain/form/describe-changes.ts';
import type { Result } from '../../domain/result.ts';
import { catalogue, type ErrorCode } from '../contract/error-catalogue.ts';
import { describePaymentRefusal } from './payment-refusals.ts';
import type { RequestPart, RequestProblem } from './problems.ts';

interface Extras {
  readonly message?: string;
  readonly details?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An error of the catalogue, for the error handler. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, { message, details, headers = {}, cause }: Extras = {}) {
    const [status, usual] = catalogue[code];
    super(message ?? usual, { cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.details = details;
    this.headers = { ...headersOf(status), ...headers };
  }
}

const headersOf = (status: number): Readonly<Record<string, string>> => {
  if (status === 401) return { 'www-authenticate': 'Bearer' };
  return status === 503 ? { 'retry-after': '1' } : {};
};

/**
 * The error of a malformed request.
 * @param problems every problem; without one, the message is the problem of the whole part
 * @param part the part of the request that the problems' paths point into
 */
export const invalidRequest = (
  message: string,
  problems: readonly Problem[] = [],
  part: RequestPart = 'body',
): ApiError =>
  malformed(
    message,
    (problems.length > 0 ? problems : [{ path: '', code: 'invalid_format', message } as const]).map(
      (problem) => ({ in: part, ...problem }),
    ),
  );

export const malformed = (message: string, details: readonly RequestProblem[]): ApiError =>
  new ApiError('invalid_request', { message, details });

/** The error of a change without a member. */
export const changesNothing = (): ApiError =>
  invalidRequest('The request changes nothing.', [
    {
      path: '',
      code: 'required',
      message: 'Must have a title, a description, a slug, a status, responses or fields.',
    },
  ]);

/** The error of parameters that do not go together, a problem for each. */
export const wrongTogether = (
  message: string,
  names: readonly string[],
  part: RequestPart = 'query',
): ApiError =>
  invalidRequest(
    message,
    names.map((name) => ({ path: `/${name}`, code: 'ambiguous_field', message })),
    part,
  );

/** The error of a header that is not valid. */
export const invalidHeader = (name: string, message: string): ApiError =>
  invalidRequest(
    `${name} ${message}`,
    [
      {
        path: `/${name}`,
        code: 'invalid_format',
        message: `${message.charAt(0).toUpperCase()}${message.slice(1)}`,
      },
    ],
    'header',
  );

/** The error of a refused command. */
export function refused(refusal: Refusal): ApiError {
  switch (refusal.code) {
    case 'not_found':
    case 'destination_removed':
    case 'erased':
    case 'idempotency_mismatch':
    case 'slug_taken':
    case 'login_taken':
    case 'only_sign_in':
    case 'already_member':
    case 'invitation_over':
      return new ApiError(refusal.code);
    case 'last_owner': {
      const { accountIds } = refusal;
      if (accountIds === undefined) return new ApiError(refusal.code);
      const message = `The person is the only owner of ${accountIds.join(', ')}. Make another member an owner first, or close the account.`;
      return new ApiError(refusal.code, { message, details: { accounts: accountIds } });
    }
    case 'destination_disabled':
      return new ApiError(refusal.code, { details: { destination_id: refusal.destinationId } });
    case 'no_longer_wanted':
      return new ApiError(refusal.code, { details: { reason: refusal.reason } });
    case 'answers_too_large': {
      const { bytes, longest } = refusal;
      const together = `The answers take ${inWords(bytes)} bytes together, more than an event of the log can hold (1 MiB).`;
      const message = `${together} The longest is that of ${longest.key}, with ${inWords(longest.bytes)} bytes.`;
      return new ApiError('payload_too_large', { message, details: { bytes, longest } });
    }
    case 'idempotency_in_flight':
      return new ApiError(refusal.code, { headers: { 'retry-after': '1' } });
    case 'account_closed':
      return accountClosed();
    case 'already_exists':
      return new ApiError('conflict', { message: 'The resource already exists.' });
    case 'stale':
      return new ApiError('conflict');
    case 'submission_complete':
    case 'submission_incomplete':
    case 'corrections_closed':
      return new ApiError('conflict', { message: submissionConflicts[refusal.code] });
    case 'submission_expired':
      return new ApiError('erased', {
        message: 'The submission was not completed in time, and has expired.',
      });
    case 'payment_refused':
      return refusedPayment(refusal, false);
    case 'invalid_request':
      return invalidRequest(refusal.message, refusal.problems);
    case 'invalid_transition':
      return new ApiError(refusal.code, { details: { from: refusal.from, to: refusal.to } });
    case 'form_changed': {
      const { answered, current, changes } = refusal;
      const message = `${catalogue.form_changed[1]} ${describeChanges(changes)}`;
      return new ApiError(refusal.code, { message, details: { answered, current } });
    }
    case 'form_not_published':
      return new ApiError(refusal.code, { details: { status: refusal.status } });
    case 'plan_limit_reached':
      return limitReached(refusal);
    case 'quota_exceeded': {
      const { limit, current, resetsAt: resets_at, isOfStarted = false } = refusal;
      const message = isOfStarted
        ? 'The number of submissions that the plan lets begin in this month is used up.'
        : catalogue.quota_exceeded[1];
      return new ApiError(refusal.code, { message, details: { limit, current, resets_at } });
    }
    case 'revision_mismatch':
      return new ApiError('precondition_failed', { details: { etag: `"${refusal.revision}"` } });
    default:
      return refusal satisfies never;
  }
}

/** The error of a change in an account that was closed. */
export const accountClosed = (): ApiError => new ApiError('conflict', { message: 'The account is closed.' });

const submissionConflicts = {
  submission_complete: 'The submission is complete. Only a correction changes it.',
  submission_incomplete: 'The submission is not complete. Change it without a correction.',
  corrections_closed: 'The form does not let people correct this submission.',
} as const;

/** The value of a command's result. @throws ApiError if the command was refused */
export function valueOf<T>(result: Result<T, Refusal>): T {
  if (!result.ok) throw refused(result.error);
  return result.value;
}

/** The error of a refused payment. @param mayReadAnswers whether the caller may see what it was compared with */
export function refusedPayment(refusal: PaymentRefusal, mayReadAnswers: boolean): ApiError {
  const { code, ...extras } = describePaymentRefusal(refusal, mayReadAnswers);
  return new ApiError(code, extras);
}

const inWords = (number: number): string => number.toLocaleString('en');

const resourceNames = {
  published_forms: 'published forms',
  destinations: 'destinations',
  active_keys: 'active keys',
  file_bytes: 'bytes of files',
  members: 'members and invitations',
} as const satisfies Record<LimitedResource, string>;

function limitReached({
  code,
  resource,
  limit,
  current,
}: Extract<Refusal, { code: 'plan_limit_reached' }>): ApiError {
  const message = `The account may have ${limit} ${resourceNames[resource]} and has ${current}.`;
  return new ApiError(code, { message, details: { limit, current } });
}
