import Type, { type Static } from 'typebox';
import { Id, LogPoint, Timestamp } from '../../../api/contract/values.ts';
import { toApiError } from '../../../api/errors/to-api-error.ts';
import { selectionOf } from '../../../api/requests/recovery-selection.ts';
import { isTimestamp } from '../../../api/requests/timestamps.ts';
import { type RecoverableStatus, recoverableStatuses } from '../../../domain/delivery/decider.ts';
import { WebhookKind } from '../../../domain/destination/events.ts';
import { RecoveryAction, type RecoverySelection } from '../../../domain/recovery/events.ts';
import { err, ok, type Result } from '../../../domain/result.ts';
import { inputCheck, type InputProblem } from '../../check-input.ts';
import { problemsIn } from '../../parts/problems.tsx';
import { numberIn } from '../parts/number-in.ts';

/** The webhooks that a visitor chooses for a recovery, as a form sends them. Times are in UTC. */
export const Chosen = Type.Object({
  account: Type.Optional(Id),
  destination: Type.Optional(Type.String({ maxLength: 100 })),
  since: Type.Optional(Type.String({ maxLength: 40 })),
  until: Type.Optional(Type.String({ maxLength: 40 })),
  kind: Type.Optional(Type.String({ maxLength: 100 })),
  form: Type.Optional(Type.String({ maxLength: 100 })),
  per_second: Type.Optional(Type.String({ maxLength: 10 })),
  /** `cancel` for a cancellation; otherwise what is chosen is sent again. */
  action: Type.Optional(RecoveryAction),
  /** Of what is sent again; empty for what ended without success. */
  status: Type.Optional(Type.String({ maxLength: 20 })),
  /** The reason for a cancellation. */
  reason: Type.Optional(Type.String({ maxLength: 500 })),
});
export type Chosen = Static<typeof Chosen>;

const check = inputCheck(
  Type.Object({
    destination_id: Type.Optional(Id),
    since: LogPoint,
    until: Type.Optional(Timestamp),
    kind: Type.Optional(WebhookKind),
    form_id: Type.Optional(Id),
    per_second: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    status: Type.Optional(Type.Enum(recoverableStatuses)),
  }),
);

/** A time as a control for dates and times sends it, with its zone; any other text as it is. */
const withZone = (text: string): string =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)
    ? `${text}:00Z`
    : /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/.test(text)
      ? `${text}Z`
      : text;

/** A time as the value of a control for dates and times. */
export function asLocal(text: string | undefined): string {
  const at = text !== undefined && /^\d{4}-/.test(text) ? Date.parse(withZone(text)) : NaN;
  return Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 19);
}

const given = <T>(name: string, text: string | undefined, read: (text: string) => T) =>
  text === undefined || text === '' ? {} : { [name]: read(text) };
const same = (text: string): string => text;

export interface CheckedChoice {
  readonly action: RecoveryAction;
  /** The reason for a cancellation; undefined if none was given. */
  readonly note: string | undefined;
  readonly selection: RecoverySelection;
  /** The most webhooks in a second; undefined for the usual rate. */
  readonly perSecond: number | undefined;
}

/** Checks what was chosen, as the API does. */
export function checkChoice(
  { destination, since, until, kind, form, per_second: rate, action = 'send', status, reason = '' }: Chosen,
  now: Date,
): Result<CheckedChoice, readonly InputProblem[]> {
  const checked = check({
    ...given('destination_id', destination, same),
    ...given('since', since, withZone),
    ...given('until', until, withZone),
    ...given('kind', kind, same),
    ...given('form_id', form, same),
    ...given('per_second', rate, numberIn),
    ...given('status', action === 'send' ? status : undefined, same),
  });
  if (!checked.ok) return err(checked.error);
  if (checked.value.until !== undefined && !isTimestamp(checked.value.until))
    return err([{ path: '/until', message: 'There is no such time.' }]);
  const { per_second: perSecond, status: only, ...selected } = checked.value;
  const statuses: readonly RecoverableStatus[] | undefined =
    action === 'cancel' ? ['pending'] : only && [only];
  try {
    const selection = selectionOf(selected, statuses, now, 'body');
    return ok({ action, note: reason === '' ? undefined : reason, selection, perSecond });
  } catch (error) {
    const refusal = toApiError(error);
    if (refusal.status >= 500) throw error;
    const problems = problemsIn(refusal);
    return err(problems.length > 0 ? problems : [{ path: '/since', message: refusal.message }]);
  }
}
