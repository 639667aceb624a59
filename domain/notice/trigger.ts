import Type, { type Static } from 'typebox';
import { DisableReason } from '../destination/events.ts';
import { SignInMethod } from '../membership/events.ts';
import { Timestamp } from '../time.ts';
import { Pace, QuotaShare } from './kinds.ts';

const OfForm = Type.Object({ formId: Type.String(), count: Type.Integer({ minimum: 1 }) });

/** What a notice tells of. It has ids alone: names, titles and addresses are read when the notice is sent. */
export const NoticeTrigger = Type.Union([
  Type.Object({ kind: Type.Literal('destination.failing'), destinationId: Type.String() }),
  Type.Object({
    kind: Type.Literal('destination.disabled'),
    destinationId: Type.String(),
    reason: DisableReason,
  }),
  /** `month`: as `yyyymm`. */
  Type.Object({
    kind: Type.Literal('quota.reached'),
    month: Type.String(),
    share: QuotaShare,
    limit: Type.Integer({ minimum: 0 }),
  }),
  Type.Object({ kind: Type.Literal('form.closed'), formId: Type.String() }),
  Type.Object({ kind: Type.Literal('member.signed_in'), method: SignInMethod }),
  Type.Object({
    kind: Type.Literal('submission.created'),
    formId: Type.String(),
    submissionId: Type.String(),
  }),
  /** The submissions from `since` until before `until`, the form with the most first. */
  Type.Object({
    kind: Type.Literal('submission.digest'),
    pace: Pace,
    since: Timestamp,
    until: Timestamp,
    forms: Type.Array(OfForm, { minItems: 1 }),
  }),
]);
export type NoticeTrigger = Static<typeof NoticeTrigger>;
export type TriggerKind = NoticeTrigger['kind'];
