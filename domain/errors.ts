import type { Wording, wording } from './wording.ts';

/**
 * A fault in a request. `field` is the form field's key, or the name that the request gives to an unknown field; `path` is
 * a JSON pointer.
 */
export interface Problem {
  readonly field?: string;
  readonly path: string;
  readonly code:
    | 'required'
    | 'invalid_type'
    | 'out_of_range'
    | 'too_short'
    | 'too_long'
    | 'invalid_option'
    | 'invalid_format'
    | 'unknown_field'
    | 'ambiguous_field'
    | 'ambiguous_value';
  readonly message: string;
  readonly [wording]?: Wording | undefined;
}

/** The resources that an account may have only so many of. */
export type LimitedResource = 'published_forms' | 'destinations' | 'active_keys' | 'file_bytes' | 'members';

/**
 * Every reason for which the domain refuses a command. `api/errors/errors.ts` maps each to its HTTP response.
 */
export type DomainError =
  | { readonly code: 'not_found' }
  | { readonly code: 'already_exists' }
  /** The account was closed for good. */
  | { readonly code: 'account_closed' }
  /** Another form of the account has the slug. */
  | { readonly code: 'slug_taken' }
  | { readonly code: 'invalid_request'; readonly message: string; readonly problems: readonly Problem[] }
  | { readonly code: 'invalid_transition'; readonly from: string; readonly to: string }
  | { readonly code: 'form_not_published'; readonly status: string }
  /** The submission is complete: only a correction changes it. */
  | { readonly code: 'submission_complete' }
  /** The submission is not complete, and so needs no correction. */
  | { readonly code: 'submission_incomplete' }
  | { readonly code: 'submission_expired' }
  | {
      readonly code: 'plan_limit_reached';
      readonly resource: LimitedResource;
      readonly limit: number;
      readonly current: number;
    }
  | {
      readonly code: 'quota_exceeded';
      /** The quota of submissions that are begun, and not that of complete ones. */
      readonly isOfStarted?: boolean;
      readonly limit: number;
      readonly current: number;
      readonly resetsAt: string;
    }
  | { readonly code: 'stale'; readonly message: string }
  /** Another person signs in with the address. */
  | { readonly code: 'login_taken' }
  /** The person would have no way to sign in. */
  | { readonly code: 'only_sign_in' }
  /** The invitation was accepted or withdrawn, or has expired. */
  | { readonly code: 'invitation_over' }
  | { readonly code: 'already_member' }
  /** An account keeps one owner at least. `accountIds`: the accounts, if the request concerns several. */
  | { readonly code: 'last_owner'; readonly accountIds?: readonly string[] };
