import type { Command } from 'commander';
import { integerFrom, oneOf } from '../../input/option-values.ts';

/** The options that say how a form takes responses. */
export interface ResponseOptions {
  readonly saving?: 'on' | 'off';
  readonly expireAfter?: number;
  readonly completableAfterClose?: number;
  readonly corrections?: 'on' | 'off';
  readonly correctableFor?: number;
  readonly thanks?: string;
  readonly redirect?: string;
  readonly showAnswers?: 'on' | 'off';
}

const onOrOff = oneOf(['on', 'off'] as const);

export const withResponses = (command: Command): Command =>
  command
    .option('--saving <on|off>', 'whether the public form saves what people have answered so far', onOrOff)
    .option(
      '--expire-after <days>',
      'the days after which an incomplete submission is erased, counted from its last save',
      integerFrom(1, 365),
    )
    .option(
      '--completable-after-close <hours>',
      'for how many hours after the form was closed begun submissions can be completed',
      integerFrom(0, 720),
    )
    .option('--corrections <on|off>', 'whether people can correct their own submissions', onOrOff)
    .option(
      '--correctable-for <days>',
      'for how many days after a submission was completed people can correct it',
      integerFrom(1, 365),
    )
    .option('--thanks <text>', 'the text that thanks people who have sent the form; empty for the usual one')
    .option('--redirect <url>', 'the page that follows, with http or https; empty for none')
    .option('--show-answers <on|off>', 'whether people see once more what they have sent', onOrOff);

/** The setting `responses` of a form that the options change; empty if none is given. */
export function responsesOf(options: ResponseOptions): Readonly<Record<string, object>> {
  const saving = given({
    enabled: options.saving && options.saving === 'on',
    expires_after_days: options.expireAfter,
    completable_hours_after_close: options.completableAfterClose,
  });
  const corrections = given({
    by_respondent: options.corrections && options.corrections === 'on',
    for_days: options.correctableFor,
  });
  const thanks = given({
    text: options.thanks === '' ? null : options.thanks,
    redirect_to: options.redirect === '' ? null : options.redirect,
    shows_answers: options.showAnswers && options.showAnswers === 'on',
  });
  const responses = {
    ...(saving && { saving }),
    ...(corrections && { corrections }),
    ...(thanks && { thanks }),
  };
  return Object.keys(responses).length > 0 ? { responses } : {};
}

function given(members: Readonly<Record<string, unknown>>): object | null {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}
