import Type, { type Static } from 'typebox';

/** The kinds of notices, apart from those of submissions. */
export const noticeKinds = [
  'destination.failing',
  'destination.disabled',
  'quota.reached',
  'form.closed',
  'member.signed_in',
] as const;
export const NoticeKind = Type.Enum(noticeKinds);
export type NoticeKind = Static<typeof NoticeKind>;

/** How often notices report new submissions: each, or all of an hour or a day together. */
export const paces = ['each', 'hourly', 'daily'] as const;
export const Pace = Type.Enum(paces);
export type Pace = Static<typeof Pace>;

/** Where notices go: to the person's address, or to a chat. */
export const channels = ['mail', 'chat'] as const;
export const Channel = Type.Enum(channels);
export type Channel = Static<typeof Channel>;

/** The quota has been used up to this share, in percent, when a notice is sent. */
export const quotaShares = [80, 100] as const;
export const QuotaShare = Type.Enum(quotaShares);
export type QuotaShare = Static<typeof QuotaShare>;
