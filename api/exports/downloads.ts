import contentDisposition from 'content-disposition';
import type { FastifyReply } from 'fastify';
import Type, { type Static } from 'typebox';
import { type ExistingForm, form } from '../../domain/form/decider.ts';
import { isTimeZone } from '../../domain/form/locale.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { tableDisplays, tableHeadings, tableSplits } from '../../domain/submission/table/columns.ts';
import type { ApiDeps } from '../api-deps.ts';
import { ApiError, invalidRequest, wrongTogether } from '../errors/errors.ts';
import { csvFile, type Exported, ndjsonFile, workbook } from './export-submissions.ts';
import { submissionTable } from './submission-table.ts';
import { csvDelimiters } from './write-csv.ts';
import { mostSheetColumns } from './write-xlsx.ts';

export const formats = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type Format = keyof typeof formats;

const ofTables = {
  display: Type.Optional(
    Type.Enum(tableDisplays, {
      description: 'Options by `labels` as people saw them (the default), or by `values`.',
    }),
  ),
  split: Type.Optional(
    Type.Enum(tableSplits, {
      description:
        'What has a column of its own: each answer (`cells`); by default (`parts`) also each part of a name, an address or a payment ' +
        'and each row of a matrix; with `options` also each option of several choices and of a ranking.',
    }),
  ),
  headings: Type.Optional(
    Type.Enum(tableHeadings, {
      description: 'The label of each question (the default), its `key`, or `both`.',
    }),
  ),
  time_zone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The zone of `submitted_at` and `paid_at`, such as Europe/Berlin; UTC by default.',
    }),
  ),
};

const ofCsv = {
  delimiter: Type.Optional(
    Type.Enum(['comma', 'semicolon', 'tab'], {
      description: 'What separates the cells; a comma by default.',
    }),
  ),
  bom: Type.Optional(
    Type.Boolean({
      description: 'Begin with a byte order mark, by which Excel knows that the file is UTF-8.',
    }),
  ),
};

/** The parameters of a download of submissions. */
export const DownloadOptions = Type.Object({ ...ofTables, ...ofCsv });
export type DownloadOptions = Static<typeof DownloadOptions>;

/**
 * Streams the submissions of a form, in a file that has its title.
 * @throws ApiError `invalid_request` for options that the format does not have, and for a table that is too wide for it
 */
export async function sendSubmissions(
  reply: FastifyReply,
  { log, aggregates }: Pick<ApiDeps, 'log' | 'aggregates'>,
  format: Format,
  options: DownloadOptions,
  exported: Exported,
): Promise<FastifyReply> {
  refuseOthers(format, options, exported);
  const { formId } = exported;
  const { state } = await aggregates.load(form, streamOf.form(formId), titleMaxAgeMs);
  if (!state.exists) throw new ApiError('not_found');
  const { display = 'labels', split = 'parts', headings = 'label', time_zone: timeZone = 'UTC' } = options;
  reply.type(formats[format]).header('content-disposition', fileNamed(state, format));
  if (format === 'ndjson') return reply.send(ndjsonFile(exported));
  const table = await submissionTable(log, formId, { display, split, headings, timeZone });
  if (format === 'xlsx') {
    if (table.headings.length > mostSheetColumns)
      throw inQuery(
        'split',
        `The table has ${table.headings.length} columns, and a sheet at most ${mostSheetColumns}.`,
      );
    return reply.send(workbook(exported, table));
  }
  const { delimiter = 'comma', bom = false } = options;
  return reply.send(csvFile(exported, table, { delimiter: csvDelimiters[delimiter], bom }));
}

const titleMaxAgeMs = 5_000;
const longestName = 100;

/** Names a file by the form's title, without characters that file systems refuse; by its slug for clients that know ASCII alone. */
function fileNamed({ title, slug }: ExistingForm, format: Format): string {
  const name = title
    .replace(/[\p{C}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .slice(0, longestName)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/^[. ]+|[. ]+$/g, '');
  const fallback = `${slug}.${format}`;
  return contentDisposition(`${name || slug}.${format}`, { fallback });
}

const inQuery = (name: string, message: string) =>
  invalidRequest(message, [{ path: `/${name}`, code: 'invalid_format', message }], 'query');

function refuseOthers(format: Format, options: DownloadOptions, { after }: Exported): void {
  const given = Object.keys(options).filter((name) => Reflect.get(options, name) !== undefined);
  const without = (names: object) => given.filter((name) => Object.hasOwn(names, name));
  const wrong = format === 'csv' ? [] : format === 'xlsx' ? without(ofCsv) : given;
  if (wrong.length > 0)
    throw wrongTogether(`A download as ${format} has no such option.`, ['format', ...wrong]);
  if (format === 'xlsx' && after)
    throw wrongTogether('A workbook cannot be continued.', ['format', 'after_id', 'after_submitted_at']);
  const { time_zone: zone } = options;
  if (zone !== undefined && !isTimeZone(zone))
    throw inQuery('time_zone', 'Must be a time zone, such as Europe/Berlin.');
}
