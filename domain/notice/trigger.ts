import Type, { type Static } from 'typebox';
import { DisableReason } from '../destination/events.ts';
import { SignInMethod } from '../membership/events.ts';
import { Timestamp } from '../time.ts';
import { Pace, QuotaShare } from './kinds.ts';

const OfForm = Type.Object({ formId: Type.String(), count: Type.Integer({ minimum: 1 }) });

/** What happens in an account. */
const accountTriggers = [
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
] as const;

/** The subject of a notice of an account. It has ids alone: names, titles and addresses are read when the notice is sent. */
export const AccountTrigger = Type.Union([...accountTriggers]);
export type AccountTrigger = Static<typeof AccountTrigger>;

/** The events that change how a person signs in, which are reported to the person by mail. */
export const personChanges = [
  'PasswordSet',
  'PersonEmailChanged',
  'SecondFactorEnabled',
  'SecondFactorDisabled',
  'RecoveryCodesReplaced',
  'PasskeyAdded',
  'PasskeyRemoved',
  'IdentityLinked',
  'IdentityUnlinked',
] as const;

/** A change of how a person signs in, which belongs to no account. */
const PersonTrigger = Type.Object({
  kind: Type.Literal('person.changed'),
  change: Type.Enum(personChanges),
  /** Of the event in the log: the state of the person then says which address and which device. */
  position: Type.String({ pattern: '^\\d+$' }),
  by: Type.Enum(['person', 'operator', 'service']),
  /** Present for the mail to the address that the person had before. */
  toFormer: Type.Optional(Type.Literal(true)),
});
export type PersonTrigger = Static<typeof PersonTrigger>;

export const NoticeTrigger = Type.Union([...accountTriggers, PersonTrigger]);
export type NoticeTrigger = Static<typeof NoticeTrigger>;
export type TriggerKind = NoticeTrigger['kind'];
