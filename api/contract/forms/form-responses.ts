import Type from 'typebox';
import { ResponseChanges } from '../../../domain/form/responses.ts';
import { named, namedClosed } from '../values.ts';

const { saving, corrections, thanks } = ResponseChanges.properties;

const savingMembers = {
  enabled: Type.Boolean({
    description: 'Whether the public form saves what people have answered so far; true by default.',
  }),
  expires_after_days: {
    ...saving.properties.expiresAfterDays,
    description:
      'The days after which an incomplete submission is erased, counted from its last save; 30 by default.',
  },
  completable_hours_after_close: {
    ...saving.properties.completableHoursAfterClose,
    description:
      'For how many hours after the form was closed begun submissions can be completed; 0 by default.',
  },
};

const correctionMembers = {
  by_respondent: Type.Boolean({
    description: 'Whether people can correct their own submissions; false by default.',
  }),
  for_days: {
    ...corrections.properties.forDays,
    description: 'For how many days after the submission was completed; 30 by default.',
  },
};

const thanksMembers = {
  text: {
    ...thanks.properties.text,
    description: 'The text that thanks people; null for that of the page, in the language of the form.',
  },
  redirect_to: {
    ...thanks.properties.redirectTo,
    description: 'The page that follows, a URL with http or https; null for none.',
  },
  shows_answers: Type.Boolean({
    description: 'Whether people see once more what they have sent; false by default.',
  }),
};

/** How a form takes responses. */
export const FormResponses = named('FormResponses', {
  saving: named('FormSaving', savingMembers),
  corrections: named('FormCorrections', correctionMembers),
  thanks: named('FormThanks', thanksMembers),
});

/** A change of how a form takes responses: members that are absent stay as they are. */
export const FormResponsesChange = namedClosed('FormResponsesChange', {
  saving: Type.Optional(
    namedClosed('FormSavingChange', {
      enabled: Type.Optional(savingMembers.enabled),
      expires_after_days: Type.Optional(savingMembers.expires_after_days),
      completable_hours_after_close: Type.Optional(savingMembers.completable_hours_after_close),
    }),
  ),
  corrections: Type.Optional(
    namedClosed('FormCorrectionsChange', {
      by_respondent: Type.Optional(correctionMembers.by_respondent),
      for_days: Type.Optional(correctionMembers.for_days),
    }),
  ),
  thanks: Type.Optional(
    namedClosed('FormThanksChange', {
      text: Type.Optional(thanksMembers.text),
      redirect_to: Type.Optional(thanksMembers.redirect_to),
      shows_answers: Type.Optional(thanksMembers.shows_answers),
    }),
  ),
});
