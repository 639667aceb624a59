import type { Static } from 'typebox';
import type { ResponseChanges, ResponseSettings } from '../../domain/form/responses.ts';
import type { FormResponses, FormResponsesChange } from '../contract/forms/form-responses.ts';
import { withLocale } from './locale.ts';

type Change = Static<typeof FormResponsesChange>;

/** Converts the body of a request for a form to what commands take: its locale, and how it takes responses. */
export function withSettings<T extends Parameters<typeof withLocale>[0] & { readonly responses?: Change }>(
  given: T,
) {
  const { responses, ...others } = withLocale(given);
  return { ...others, ...(responses && { responses: responsesIn(responses) }) };
}

const responsesIn = ({ saving, corrections }: Change): ResponseChanges => ({
  ...(saving && {
    saving: {
      ...(saving.enabled !== undefined && { enabled: saving.enabled }),
      ...(saving.expires_after_days !== undefined && { expiresAfterDays: saving.expires_after_days }),
      ...(saving.completable_hours_after_close !== undefined && {
        completableHoursAfterClose: saving.completable_hours_after_close,
      }),
    },
  }),
  ...(corrections && {
    corrections: {
      ...(corrections.by_respondent !== undefined && { byRespondent: corrections.by_respondent }),
      ...(corrections.for_days !== undefined && { forDays: corrections.for_days }),
    },
  }),
});

/** How a form takes responses, as its record shows it. */
export const shownResponses = ({ saving, corrections }: ResponseSettings): Static<typeof FormResponses> => ({
  saving: {
    enabled: saving.enabled,
    expires_after_days: saving.expiresAfterDays,
    completable_hours_after_close: saving.completableHoursAfterClose,
  },
  corrections: { by_respondent: corrections.byRespondent, for_days: corrections.forDays },
});
