import type { Readable } from 'node:stream';
import contentDisposition from 'content-disposition';
import type { FastifyReply } from 'fastify';
import { type ExistingForm, form } from '../../domain/form/decider.ts';
import { isTimeZone } from '../../domain/form/locale.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { erasingIn } from '../../projections/queries/open-erasures.ts';
import type { ApiDeps } from '../api-deps.ts';
import {
  archiveType,
  type DownloadOptions,
  exportFormats,
  type Format,
  ofCsv,
} from '../contract/submissions/exports.ts';
import { ApiError, invalidRequest, wrongTogether } from '../errors/errors.ts';
import { archive } from './archive.ts';
import { csvFile, type Exported, ndjsonFile, type PathsOf, workbook } from './export-submissions.ts';
import { type PlacedFile, placeFiles } from './placed-files.ts';
import type { ContentDeps } from './read-placed-file.ts';
import { submissionTable } from './submission-table.ts';
import { csvDelimiters } from './write-csv.ts';
import { maxSheetColumns } from './write-xlsx.ts';

/**
 * Streams the submissions of a form, in a file that has its title. Those whose erasure has begun are left out.
 * @param withFiles in a ZIP archive, beside the files that people submitted
 * @throws ApiError `invalid_request` for options that the format does not have, and for a table that is too wide for it
 */
export async function sendSubmissions(
  reply: FastifyReply,
  deps: Pick<ApiDeps, 'log'> & ContentDeps,
  format: Format,
  options: DownloadOptions,
  selected: Exported,
  withFiles = false,
): Promise<FastifyReply> {
  refuseUnfitOptions(format, options, selected, withFiles);
  const { log, aggregates } = deps;
  const { accountId, formId, without = [] } = selected;
  const erasing = await erasingIn(aggregates, accountId);
  const exported = { ...selected, without: new Set([...without, ...erasing.keys()]) };
  const { state } = await aggregates.load(form, streamOf.form(formId), titleMaxAgeMs);
  if (!state.exists) throw new ApiError('not_found');
  if (!withFiles) {
    const table = await tableFile(log, format, options, exported);
    return reply
      .type(exportFormats[format])
      .header('content-disposition', fileNamed(state, format))
      .send(table);
  }
  const files: PlacedFile[] = [];
  const pathsOf: PathsOf = (submission) => {
    const placed = placeFiles(submission);
    files.push(...placed);
    return new Map(placed.map(({ id, path }) => [id, path]));
  };
  const content = await tableFile(log, format, options, exported, pathsOf);
  const table = { name: `submissions.${format}`, content, isCompressed: format !== 'xlsx' };
  return reply
    .type(archiveType)
    .header('content-disposition', fileNamed(state, 'zip'))
    .send(archive(deps, table, files));
}

/** @param pathsOf called once with each submission, when it is written */
async function tableFile(
  log: ApiDeps['log'],
  format: Format,
  options: DownloadOptions,
  exported: Exported,
  pathsOf?: PathsOf,
): Promise<Readable> {
  if (format === 'ndjson') return ndjsonFile(exported, pathsOf);
  const { display = 'labels', split = 'parts', headings = 'label', time_zone: timeZone = 'UTC' } = options;
  const layout = { display, split, headings, timeZone, filesOf: pathsOf };
  const table = await submissionTable(log, exported.formId, layout);
  if (format === 'xlsx') {
    if (table.headings.length > maxSheetColumns)
      throw inQuery(
        'split',
        `The table has ${table.headings.length} columns, and a sheet at most ${maxSheetColumns}.`,
      );
    return workbook(exported, table);
  }
  const { delimiter = 'comma', bom = false } = options;
  return csvFile(exported, table, { delimiter: csvDelimiters[delimiter], bom });
}

const titleMaxAgeMs = 5_000;
const longestName = 100;

/** Names a file by the form's title, without characters that file systems refuse; by its slug for clients that know ASCII alone. */
function fileNamed({ title, slug }: ExistingForm, format: Format | 'zip'): string {
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

function refuseUnfitOptions(
  format: Format,
  options: DownloadOptions,
  { after }: Exported,
  withFiles: boolean,
): void {
  const given = Object.keys(options).filter((name) => Reflect.get(options, name) !== undefined);
  const without = (names: object) => given.filter((name) => Object.hasOwn(names, name));
  const wrong = format === 'csv' ? [] : format === 'xlsx' ? without(ofCsv) : given;
  if (wrong.length > 0)
    throw wrongTogether(`A download as ${format} has no such option.`, ['format', ...wrong]);
  if (withFiles && after)
    throw wrongTogether('An archive cannot be continued.', ['with_files', 'after_id', 'after_submitted_at']);
  if (format === 'xlsx' && after)
    throw wrongTogether('A workbook cannot be continued.', ['format', 'after_id', 'after_submitted_at']);
  const { time_zone: zone } = options;
  if (zone !== undefined && !isTimeZone(zone))
    throw inQuery('time_zone', 'Must be a time zone, such as Europe/Berlin.');
}
