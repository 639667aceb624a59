import type { Static } from 'typebox';
import type { ChosenPicture, LookRequest } from '../../commands/form/chosen-pictures.ts';
import type { FormLook, LookPicture } from '../../domain/form/look.ts';
import type { ResponseChanges, ResponseSettings } from '../../domain/form/responses.ts';
import type {
  FormLookChange,
  FormPictureChange,
  ShownFormLook,
  ShownFormPicture,
} from '../contract/forms/form-look.ts';
import type { FormResponses, FormResponsesChange } from '../contract/forms/form-responses.ts';
import { withLocale } from './locale.ts';

type Change = Static<typeof FormResponsesChange>;

interface Settings {
  readonly responses?: Change;
  readonly look?: Static<typeof FormLookChange>;
}

/** Converts the body of a request for a form to what commands take: its locale, how it takes responses, and how it looks. */
export function withSettings<T extends Parameters<typeof withLocale>[0] & Settings>(given: T) {
  const { responses, look, ...others } = withLocale(given);
  return {
    ...others,
    ...(responses && { responses: responsesIn(responses) }),
    ...(look && { look: lookIn(look) }),
  };
}

const lookIn = ({ color, logo, cover }: Static<typeof FormLookChange>): LookRequest => ({
  ...(color !== undefined && { color }),
  ...(logo !== undefined && { logo: logo && chosenIn(logo) }),
  ...(cover !== undefined && { cover: cover && chosenIn(cover) }),
});

const chosenIn = ({ picture_id, alt = '' }: Static<typeof FormPictureChange>): ChosenPicture => ({
  pictureId: picture_id,
  alt,
});

const shownPicture = ({ pictureId, ...others }: LookPicture): Static<typeof ShownFormPicture> => ({
  picture_id: pictureId,
  ...others,
});

/** How the public pages of a form look, as its record shows it. */
export const shownLook = ({ color, logo, cover }: FormLook): Static<typeof ShownFormLook> => ({
  color,
  logo: logo && shownPicture(logo),
  cover: cover && shownPicture(cover),
});

const responsesIn = ({ saving, corrections, thanks }: Change): ResponseChanges => ({
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
  ...(thanks && {
    thanks: {
      ...(thanks.text !== undefined && { text: thanks.text }),
      ...(thanks.redirect_to !== undefined && { redirectTo: thanks.redirect_to }),
      ...(thanks.shows_answers !== undefined && { showsAnswers: thanks.shows_answers }),
    },
  }),
});

/** How a form takes responses, as its record shows it. */
export const shownResponses = ({
  saving,
  corrections,
  thanks,
}: ResponseSettings): Static<typeof FormResponses> => ({
  saving: {
    enabled: saving.enabled,
    expires_after_days: saving.expiresAfterDays,
    completable_hours_after_close: saving.completableHoursAfterClose,
  },
  corrections: { by_respondent: corrections.byRespondent, for_days: corrections.forDays },
  thanks: { text: thanks.text, redirect_to: thanks.redirectTo, shows_answers: thanks.showsAnswers },
});
