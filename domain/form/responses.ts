import { isDeepStrictEqual } from 'node:util';
import Type, { type Static } from 'typebox';

const Days = Type.Integer({ minimum: 1, maximum: 365 });

/** How a form takes responses: in parts, corrected later, and thanked for. Members that are absent stay as they are. */
export const ResponseChanges = Type.Object({
  saving: Type.Optional(
    Type.Object({
      /** Whether the public form saves what people have answered so far. */
      enabled: Type.Optional(Type.Boolean()),
      /** The days after which an incomplete submission that is no longer saved is erased. */
      expiresAfterDays: Type.Optional(Days),
      /** For how many hours after the form was closed begun submissions may be completed. */
      completableHoursAfterClose: Type.Optional(Type.Integer({ minimum: 0, maximum: 720 })),
    }),
  ),
  corrections: Type.Optional(
    Type.Object({
      /** Whether people may correct their own submissions. */
      byRespondent: Type.Optional(Type.Boolean()),
      /** For how many days after a submission was completed. */
      forDays: Type.Optional(Days),
    }),
  ),
  /** The page after the sending. */
  thanks: Type.Optional(
    Type.Object({
      /** Null for the text of the page's language. */
      text: Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 2_000 }), Type.Null()])),
      /** The page that follows, with http or https; null for none. */
      redirectTo: Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 2_048 }), Type.Null()])),
      /** Whether people see once more what they have sent. */
      showsAnswers: Type.Optional(Type.Boolean()),
    }),
  ),
});
export type ResponseChanges = Static<typeof ResponseChanges>;

export interface ResponseSettings {
  readonly saving: Readonly<Required<NonNullable<ResponseChanges['saving']>>>;
  readonly corrections: Readonly<Required<NonNullable<ResponseChanges['corrections']>>>;
  readonly thanks: Readonly<Required<NonNullable<ResponseChanges['thanks']>>>;
}

/** The settings of a form that has changed none. */
export const defaultResponses: ResponseSettings = {
  saving: { enabled: true, expiresAfterDays: 30, completableHoursAfterClose: 0 },
  corrections: { byRespondent: false, forDays: 30 },
  thanks: { text: null, redirectTo: null, showsAnswers: false },
};

/** Returns the settings after a change. */
export const responsesAfter = (
  before: ResponseSettings,
  { saving, corrections, thanks }: ResponseChanges,
): ResponseSettings => ({
  saving: { ...before.saving, ...saving },
  corrections: { ...before.corrections, ...corrections },
  thanks: { ...before.thanks, ...thanks },
});

/** Returns a change without the members that change nothing; null if none is left. */
export function relevantResponses(before: ResponseSettings, change: ResponseChanges): ResponseChanges | null {
  const saving = differing(before.saving, change.saving);
  const corrections = differing(before.corrections, change.corrections);
  const thanks = differing(before.thanks, change.thanks);
  if (!saving && !corrections && !thanks) return null;
  return { ...(saving && { saving }), ...(corrections && { corrections }), ...(thanks && { thanks }) };
}

function differing<T extends object>(before: T, change: Partial<T> = {}): Partial<T> | null {
  const changed: Partial<T> = {};
  let isChanged = false;
  for (const name in change)
    if (change[name] !== undefined && !isDeepStrictEqual(change[name], before[name])) {
      changed[name] = change[name];
      isChanged = true;
    }
  return isChanged ? changed : null;
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Returns when an incomplete submission that is saved at a time expires, ISO 8601. */
export const expiryOf = ({ responses = defaultResponses }: OfForm, savedAt: string): string =>
  new Date(Date.parse(savedAt) + responses.saving.expiresAfterDays * dayMs).toISOString();

/** Returns until when a closed form takes the completion of begun submissions, ISO 8601; null for a form that is not closed. */
export function completableUntil({ responses = defaultResponses, closedAt }: OfForm): string | null {
  if (closedAt === undefined) return null;
  const { completableHoursAfterClose } = responses.saving;
  return new Date(Date.parse(closedAt) + completableHoursAfterClose * hourMs).toISOString();
}

/** Whether people may correct a submission to a form that was completed at a time, ISO 8601. */
export function respondentMayCorrect(
  { responses = defaultResponses }: OfForm,
  submittedAt: string,
  at: string,
): boolean {
  const { byRespondent, forDays } = responses.corrections;
  return byRespondent && Date.parse(at) - Date.parse(submittedAt) < forDays * dayMs;
}

interface OfForm {
  readonly responses?: ResponseSettings | undefined;
  readonly closedAt?: string | undefined;
}
