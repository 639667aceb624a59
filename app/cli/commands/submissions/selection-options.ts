import { type Command, InvalidArgumentError } from 'commander';
import { submissionStatuses } from '../../../../domain/submission/status.ts';
import { originChoices } from '../../../../projections/read-models/submissions/queries.ts';
import { integerFrom, oneOf, timestamp } from '../../input/option-values.ts';

/** The filters of the submissions to a form. */
export interface SelectionOptions {
  readonly status?: string;
  readonly source?: string;
  readonly formVersion?: number;
  readonly since?: string;
  readonly until?: string;
  readonly search?: string;
  readonly answer?: string;
}

/** Parses `key=text` as the parameter of the API. */
function wholeAnswer(text: string): string {
  const end = text.indexOf('=');
  if (end < 1) throw new InvalidArgumentError('Must be key=text.');
  return `${text.slice(0, end)}:${text.slice(end + 1)}`;
}

export const withAnswerFilter = (command: Command): Command =>
  command.option(
    '--answer <key=text>',
    'only submissions whose whole answer to the question with this key is the text, as people see it',
    wholeAnswer,
  );

/** Adds the filters of the list in the console. */
export const withSelection = (command: Command): Command =>
  withAnswerFilter(
    command
      .option(
        '--status <status>',
        'only those that are begun, saved, incomplete (either) or complete',
        oneOf([...submissionStatuses, 'incomplete']),
      )
      .option(
        '--source <source>',
        'only those from the public form (form), the api, an import or api_or_import',
        oneOf(originChoices),
      )
      .option(
        '--form-version <number>',
        'only those to this version of the form',
        integerFrom(1, 1_000_000_000),
      )
      .option('--since <time>', 'only submissions since a time or a duration ago (2h)', timestamp)
      .option('--until <time>', 'only submissions before a time', timestamp)
      .option(
        '--search <words>',
        'only submissions whose answers have each of these words, or its beginning',
      ),
  );

/** The filters as the API names them. */
export const selectionOf = ({
  status,
  source,
  formVersion: version,
  since,
  until,
  search,
  answer,
}: SelectionOptions) => ({ status, source, version, since, until, search, answer });
