import type { Scope } from '../../../domain/api-key/events.ts';

/** What a key of each scope may do. */
export const scopeWords: Readonly<Record<Scope, string>> = {
  'forms:read': 'See forms',
  'forms:write': 'Create and change forms',
  'submissions:read': 'Read answers',
  'submissions:write': 'Send and correct answers',
  'files:write': 'Upload files',
  'payments:write': 'Confirm payments, and set up Stripe',
  'webhooks:read': 'See destinations and deliveries',
  'webhooks:write': 'Change destinations, and send again',
  'account:write': 'Change the account, its keys and its members, and close it',
};
