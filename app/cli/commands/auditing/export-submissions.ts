import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import type { Command } from 'commander';
import type { ApiClient, Call } from '../../client/client.ts';
import { failureOf } from '../../client/explain.ts';
import { type CliContext, openSession, withService } from '../../context.ts';
import { saveDownload } from '../../export/save.ts';
import { saveArchive } from '../../export/save-archive.ts';
import { lastLine, lastRow } from '../../export/submission-file.ts';
import { misused } from '../../failure.ts';
import { oneOf, timestamp } from '../../input/option-values.ts';
import { withAnswerFilter } from '../submissions/selection-options.ts';
import { type FileOptions, withFile } from './with-file.ts';

const formats = ['ndjson', 'csv', 'xlsx'] as const;
type Format = (typeof formats)[number];

interface SubmissionsOptions extends FileOptions, TableOptions {
  readonly form: string;
  readonly format?: Format;
  readonly since?: string;
  readonly until?: string;
  readonly search?: string;
  readonly answer?: string;
  readonly projection?: string;
  readonly withIncomplete?: true;
  readonly withFiles?: true;
}

/** The options of tables, as the API names them but for their case. */
interface TableOptions {
  readonly display?: string;
  readonly split?: string;
  readonly headings?: string;
  readonly timeZone?: string;
  readonly delimiter?: keyof typeof delimiters;
  readonly bom?: true;
}

const delimiters = { comma: ',', semicolon: ';', tab: '\t' } as const;

/** The format that the name of a file ends with. */
const formatOf = (output = ''): Format | undefined =>
  formats.find((format) => extname(output).toLowerCase() === `.${format}`);

const tableQuery = (format: Format, options: SubmissionsOptions) => ({
  format,
  since: options.since,
  until: options.until,
  search: options.search,
  answer: options.answer,
  projection: options.projection,
  with_incomplete: options.withIncomplete && 'true',
  with_files: options.withFiles && 'true',
  display: options.display,
  split: options.split,
  headings: options.headings,
  time_zone: options.timeZone,
  delimiter: options.delimiter,
  bom: options.bom && 'true',
});

/** After every submission. */
const afterAll = '9999-12-31T23:59:59Z';

/** Returns the headings that the table has now: the columns of a form that has changed do not continue those of an older file. */
async function headingsNow(
  api: ApiClient,
  { path, query }: Required<Pick<Call, 'path' | 'query'>>,
): Promise<string> {
  const download = await api.download({
    method: 'GET',
    path,
    query: { ...query, since: afterAll, until: undefined },
  });
  if (!download.ok) throw failureOf(download.error);
  const chunks: Uint8Array[] = [];
  for await (const chunk of download.value) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** `formlog export submissions` */
export function addExportSubmissions(group: Command, context: CliContext): void {
  withService(
    withAnswerFilter(
      withFile(group.command('submissions').description('export the submissions to a form, oldest first')),
    )
      .requiredOption('--form <id>', 'the form')
      .option('--projection <copy>', 'read a copy made by formlog projections replay --into')
      .option(
        '--format <format>',
        'ndjson, csv or xlsx (default: the extension of --output, else ndjson)',
        oneOf(formats),
      )
      .option('--since <time>', 'only submissions since a time or a duration ago (2h)', timestamp)
      .option('--until <time>', 'only submissions before a time', timestamp)
      .option('--search <words>', 'only submissions whose answers have each of these words, or its beginning')
      .option('--with-incomplete', 'include the submissions that are not complete')
      .option(
        '--with-files',
        'a ZIP archive of the table and the submitted files (the default for --output FILE.zip)',
      )
      .option(
        '--display <what>',
        'options by labels or by values (default: labels)',
        oneOf(['labels', 'values']),
      )
      .option(
        '--split <what>',
        'a column for each answer (cells), also for each part of an answer (parts, the default), also for each option (options)',
        oneOf(['cells', 'parts', 'options']),
      )
      .option('--headings <what>', 'label, key or both (default: label)', oneOf(['label', 'key', 'both']))
      .option('--time-zone <zone>', 'the zone of times, such as Europe/Berlin (default: UTC)')
      .option(
        '--delimiter <name>',
        'the separator of CSV cells: comma, semicolon or tab (default: comma)',
        oneOf(['comma', 'semicolon', 'tab']),
      )
      .option('--bom', 'begin CSV with a byte order mark, for Excel'),
    'export submissions --form 4fJkZ0qJ2mXr8sVtYb1c --output answers.csv',
  ).action(async (options: SubmissionsOptions) => {
    const { form, output, resume = false, delimiter = 'comma', bom = false } = options;
    const isArchive = options.withFiles === true || extname(output ?? '').toLowerCase() === '.zip';
    const format = options.format ?? formatOf(output) ?? (isArchive ? 'csv' : 'ndjson');
    refuseUnfit(options, format, isArchive);
    const session = openSession(context, options);
    const path = `/api/admin/v1/forms/${encodeURIComponent(form)}/exports/submissions`;
    const query = tableQuery(format, { ...options, ...(isArchive && { withFiles: true }) });
    if (isArchive && output !== undefined)
      return saveArchive({ ...session, ...context }, output, { path, query }, 'problems.csv');
    const separator = delimiters[delimiter];
    const headings = `${bom ? '\uFEFF' : ''}id${separator}submitted_at${separator}`;
    const isContinued = resume && output !== undefined && existsSync(output);
    const ofTable = async () => (isContinued ? headingsNow(session.api, { path, query }) : headings);
    await saveDownload({ ...session, ...context }, output, resume, {
      prefix: format === 'csv' ? await ofTable() : '{"id":"',
      isWhole: format === 'xlsx',
      remainderOf: async (file) => {
        const place =
          file === null ? null : await (format === 'csv' ? lastRow(file, separator) : lastLine(file));
        if (!place) return { path, query, keep: 0 };
        const after = { after_id: place.id, after_submitted_at: place.submittedAt };
        return { path, query: { ...query, ...after }, keep: place.bytes };
      },
    });
  });
}

/** @throws CommandFailure for options that do not go together */
function refuseUnfit({ output, json, resume }: SubmissionsOptions, format: Format, isArchive: boolean): void {
  const name = isArchive ? 'An archive' : format === 'xlsx' ? 'A workbook' : null;
  if (name !== null && output === undefined) throw misused(`${name} needs --output with its file.`);
  if (name !== null && resume === true) throw misused(`${name} cannot be continued. Leave out --resume.`);
  if (format !== 'ndjson' && output === undefined && json === true)
    throw misused('--json cannot be combined with a table on stdout. Give --output, or leave out --json.');
}
