import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import type { Command } from 'commander';
import type { ApiClient, Call } from '../../client/client.ts';
import { failureOf } from '../../client/explain.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../../context.ts';
import { readEventFile } from '../../export/event-file.ts';
import { saveDownload } from '../../export/save.ts';
import { lastLine, lastRow } from '../../export/submission-file.ts';
import { misused, refused } from '../../failure.ts';
import { logPoint, oneOf, timestamp } from '../../input/option-values.ts';
import { withExample } from '../../with-json.ts';
import { addVerify } from './verify-export.ts';

interface FileOptions extends CommonOptions {
  readonly output?: string;
  readonly resume?: boolean;
}

interface EventsOptions extends FileOptions {
  readonly from?: string;
  readonly to?: string;
  readonly type?: string;
  readonly stream?: string;
}

const formats = ['ndjson', 'csv', 'xlsx'] as const;
type Format = (typeof formats)[number];

interface SubmissionsOptions extends FileOptions, TableOptions {
  readonly form: string;
  readonly format?: Format;
  readonly since?: string;
  readonly until?: string;
  readonly projection?: string;
  readonly withIncomplete?: true;
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
  projection: options.projection,
  with_incomplete: options.withIncomplete && 'true',
  display: options.display,
  split: options.split,
  headings: options.headings,
  time_zone: options.timeZone,
  delimiter: options.delimiter,
  bom: options.bom && 'true',
});

const eventsPath = '/api/admin/v1/exports/events';

const withFile = (command: Command): Command =>
  command
    .option('-o, --output <file>', 'the file to write (default: stdout)')
    .option('--resume', 'continue an interrupted file');

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

/** `formlog export …` */
export function defineExport(group: Command, context: CliContext): void {
  withExample(group, 'export events --output events.ndjson');

  withService(
    withFile(group.command('events').description('export events as recorded, in a hash chain'))
      .option('--from <point>', 'start at a time, a duration ago (2h) or a log position', logPoint)
      .option('--to <point>', 'end at such a point (default: now)', logPoint)
      .option('--type <type>', 'only events of this type')
      .option('--stream <stream>', 'only events of this stream, such as form-4fJkZ0qJ2mXr8sVtYb1c'),
    'export events --from 2026-01-01T00:00:00Z --output events.ndjson',
  ).action(async ({ from, to, type, stream, account, output, resume, ...options }: EventsOptions) => {
    const session = openSession(context, options);
    const selection = { from, to, type, stream, account_id: account };
    await saveDownload({ ...session, ...context }, output, resume === true, {
      prefix: '{"formlog_export":"events"',
      remainderOf: async (file) => {
        if (file === null) return { path: eventsPath, query: selection, keep: 0 };
        const { heading, position, hash, count, bytes, hasEnd, fault } = await readEventFile(file);
        if (fault !== null) throw refused(`${file} cannot be continued: ${fault}.`);
        if (hasEnd) return null;
        if (!heading || position === null) return { path: eventsPath, query: selection, keep: 0 };
        const { formlog_export: _, version: __, ...query } = heading;
        return { path: eventsPath, query: { ...query, after: position, hash, count }, keep: bytes };
      },
    });
    if (output !== undefined) session.output.note(`Check it with "formlog export verify ${output}".`);
  });

  withService(
    withFile(group.command('submissions').description('export the submissions to a form, oldest first'))
      .requiredOption('--form <id>', 'the form')
      .option('--projection <copy>', 'read a copy made by formlog projections replay --into')
      .option(
        '--format <format>',
        'ndjson, csv or xlsx (default: the extension of --output, else ndjson)',
        oneOf(formats),
      )
      .option('--since <time>', 'only submissions since a time or a duration ago (2h)', timestamp)
      .option('--until <time>', 'only submissions before a time', timestamp)
      .option('--with-incomplete', 'include the submissions that are not complete')
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
    const format = options.format ?? formatOf(output) ?? 'ndjson';
    if (format !== 'ndjson' && output === undefined && options.json === true)
      throw misused('--json cannot be combined with a table on stdout. Give --output, or leave out --json.');
    if (format === 'xlsx' && output === undefined) throw misused('A workbook needs --output with its file.');
    if (format === 'xlsx' && resume) throw misused('A workbook cannot be continued. Leave out --resume.');
    const session = openSession(context, options);
    const path = `/api/admin/v1/forms/${encodeURIComponent(form)}/exports/submissions`;
    const query = tableQuery(format, options);
    const separator = delimiters[delimiter];
    const headings = `${bom ? '\uFEFF' : ''}id${separator}submitted_at${separator}`;
    const isContinued = resume && output !== undefined && existsSync(output);
    const ofTable = async () => (isContinued ? headingsNow(session.api, { path, query }) : headings);
    await saveDownload({ ...session, ...context }, output, resume, {
      prefix: format === 'csv' ? await ofTable() : '{"id":"',
      remainderOf: async (file) => {
        const place =
          file === null ? null : await (format === 'csv' ? lastRow(file, separator) : lastLine(file));
        if (!place) return { path, query, keep: 0 };
        const after = { after_id: place.id, after_submitted_at: place.submittedAt };
        return { path, query: { ...query, ...after }, keep: place.bytes };
      },
    });
  });

  addVerify(group, context);
}
