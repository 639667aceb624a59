import type { NoticeKind, Pace } from '../../../domain/notice/kinds.ts';
import type { NoticeStatus } from '../../../domain/notice/state.ts';
import type { TriggerKind } from '../../../domain/notice/trigger.ts';

/** The kinds of notices in words. */
export const kindNames = {
  'destination.failing': 'A destination begins to fail',
  'destination.disabled': 'A destination is disabled',
  'quota.reached': '80 or 100 % of the month’s submissions are used',
  'form.closed': 'A form is closed',
  'member.signed_in': 'Somebody signs in as you from elsewhere',
} as const satisfies Record<NoticeKind, string>;

export const triggerNames = {
  ...kindNames,
  'person.changed': 'A change of how you sign in',
  'submission.created': 'A new submission',
  'submission.digest': 'New submissions',
} as const satisfies Record<TriggerKind, string>;

export const paceNames = {
  each: 'Each by itself',
  hourly: 'Together, each hour',
  daily: 'Together, each day',
} as const satisfies Record<Pace, string>;

export const statusNames = {
  pending: 'Waiting',
  sent: 'Sent',
  failed: 'Not sent',
  unconfirmed: 'Perhaps sent: the server did not reply',
  cancelled: 'Not needed any more',
} as const satisfies Record<NoticeStatus, string>;
