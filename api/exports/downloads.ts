import contentDisposition from 'content-disposition';
import type { FastifyReply } from 'fastify';
import { type ExistingForm, form } from '../../domain/form/decider.ts';
import { isTimeZone } from '../../domain/form/locale.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { erasingIn } from '../../projections/queries/open-erasures.ts';
import type { ApiDeps } from '../api-deps.ts';
import { type DownloadOptions, exportFormats, type Format, ofCsv } from '../contract/submissions/exports.ts';
import { ApiError, invalidRequest, wrongTogether } from '../errors/errors.ts';
import { csvFile, type Exported, ndjsonFile, workbook } from './export-submissions.ts';
import { submissionTable } from './submission-table.ts';
import { csvDelimiters } from './write-csv.ts';
import { maxSheetColumns } from './write-xlsx.ts';

/**
 * Streams the submissions of a form, in a file that has its title. Those whose erasure has begun are left out.
 * @throws ApiError `invalid_request` for options that the format does not have, and for a table that is too wide for it
 */
export async function sendSubmissions(
  reply: FastifyReply,
  { log, aggregates }: Pick<ApiDeps, 'log' | 'aggregates'>,
  format: Format,
  options: DownloadOptions,
  selected: Exported,
): Promise<FastifyReply> {
  refuseUnfitOptions(format, options, selected);
  const { accountId, formId, without = [] } = selected;
  const erasing = await erasingIn(aggregates, accountId);
  const exported = { ...selected, without: new Set([...without, ...erasing.keys()]) };
  const { state } = await aggregates.load(form, streamOf.form(formId), titleMaxAgeMs);
  if (!state.exists) throw new ApiError('not_found');
  const { display = 'labels', split = 'parts', headings = 'label', time_zone: timeZone = 'UTC' } = options;
  reply.type(exportFormats[format]).header('content-disposition', fileNamed(state, format));
  if (format === 'ndjson') return reply.send(ndjsonFile(exported));
  const table = await submissionTable(log, formId, { display, split, headings, timeZone });
  if (format === 'xlsx') {
    if (table.headings.length > maxSheetColumns)
      throw inQuery(
        'split',
        `The table has ${table.headings.length} columns, and a sheet at most ${maxSheetColumns}.`,
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

function refuseUnfitOptions(format: Format, options: DownloadOptions, { after }: Exported): void {
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
