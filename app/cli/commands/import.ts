import { statSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { isTimeZone } from '../../../domain/form/locale.ts';
import { type DateOrder, dateOrders } from '../../../domain/submission/table/read-dates.ts';
import { fileReason } from '../../file-reason.ts';
import { type CliContext, type CommonOptions, openSession, type Session, withService } from '../context.ts';
import { exitCodes, misused } from '../failure.ts';
import { cutText } from '../import/csv/cut-text.ts';
import { describeImport } from '../import/describe-import.ts';
import { importRows, summary } from '../import/import-file.ts';
import { fileFinder } from '../import/local-files.ts';
import { type ColumnMapping, mapOption } from '../import/map-option.ts';
import { type Import, readImport } from '../import/read-import.ts';
import { readRows } from '../import/read-rows.ts';
import { openRejectedRows } from '../import/rejected-rows.ts';
import { createRetry } from '../import/retry.ts';
import { existingForm, newForm, type Target } from '../import/target-form.ts';
import { readInput } from '../input/input-file.ts';
import { character, durationMs, oneOf } from '../input/option-values.ts';
import { onInterrupt } from '../terminal/interrupt.ts';
import { startBar } from '../terminal/progress.ts';

interface ImportOptions extends CommonOptions {
  readonly form?: string;
  readonly map?: readonly ColumnMapping[];
  readonly title?: string;
  readonly publish?: boolean;
  readonly new?: boolean;
  readonly dryRun?: boolean;
  readonly rejected?: string;
  readonly encoding?: string;
  readonly delimiter?: string;
  readonly language?: string;
  readonly dateOrder?: DateOrder;
  readonly timeZone?: string;
  readonly files?: string;
  readonly retryFor: number;
}

/** `formlog import FILE.csv` */
export function defineImport(command: Command, context: CliContext): void {
  withService(
    command
      .argument('<file>', 'a CSV file with one or two header rows; - reads the standard input')
      .option('--form <id>', 'the form to import into (default: a new form)')
      .option(
        '--map <column=key>',
        'the field that a column answers; column= leaves it out. Repeat it for each',
        mapOption,
      )
      .option('--dry-run', 'show the field of each column and the invalid rows, without importing')
      .option(
        '--rejected <file>',
        'the file for invalid rows (default: FILE.rejected.csv, or a numbered name)',
      )
      .option('--title <text>', 'the title of a new form (default: the name of the file)')
      .option('--publish', 'publish a new form (default: a draft)')
      .option('--new', 'create another form even if this file was imported before')
      .option('--encoding <name>', 'such as windows-1250 or Shift_JIS (default: detected)')
      .option('--delimiter <character>', 'cell separator (default: detected)', character)
      .option(
        '--language <tag>',
        "the language of ambiguous numbers such as 1.234, for example de (default: the form's)",
        language,
      )
      .option('--date-order <order>', 'dmy or mdy, for dates whose order is ambiguous', oneOf(dateOrders))
      .option('--files <directory>', 'where the files are that rows name (default: beside the table)')
      .option('--time-zone <zone>', "the zone of times without one (default: the form's)", timeZone)
      .addOption(
        new Option('--retry-for <time>', 'how long to wait while the service is unavailable')
          .argParser(durationMs)
          .default(120_000, '120s'),
      ),
    'import responses.csv --form 4fJkZ0qJ2mXr8sVtYb1c --dry-run',
  ).action(async (path: string, options: ImportOptions) => {
    if (
      options.form !== undefined &&
      (options.publish === true || options.title !== undefined || options.new === true)
    )
      throw misused('--title, --publish and --new are for a new form. Leave them out, or leave out --form.');
    if (options.form === undefined && options.map !== undefined)
      throw misused('--map names fields of a form. Give the form with --form.');
    const file = readFile(path, options);
    const source = path === '-' ? 'stdin.csv' : path;
    await runImport(source, file, options, context, openSession(context, options));
  });
}

function language(tag: string): string {
  try {
    return new Intl.NumberFormat(tag).resolvedOptions().locale;
  } catch {
    throw new InvalidArgumentError('Must be a language such as de or en-GB.');
  }
}

function timeZone(name: string): string {
  if (isTimeZone(name)) return name;
  throw new InvalidArgumentError('Must be a time zone such as Europe/Berlin.');
}

async function runImport(
  path: string,
  file: Import,
  options: ImportOptions,
  context: CliContext,
  { api, accountId, output }: Session,
): Promise<void> {
  const { signal, dispose } = onInterrupt();
  const retry = createRetry({ retryForMs: options.retryFor, signal });
  const bar = startBar(
    context.streams,
    '{bar} {value}/{total} rows, {refused} refused, {eta_formatted} to go',
  );
  try {
    const rejected = openRejectedRows(path, options.rejected, file);
    const calls = { api, retry, accountId: await accountId(retry) };
    const target = await findTarget(calls, path, file, options);
    const rows = readRows(file.rows, target.uses, target.fields, {
      isOwn: file.isOwn,
      // The kinds of a new form were inferred from numbers as JSON writes them.
      exactNumbers: file.isOwn || options.form === undefined,
      language: options.language ?? target.language,
      dateOrder: options.dateOrder,
      timeZone: options.timeZone ?? target.timeZone,
      findFiles: fileFinder(options.files ?? (path === 'stdin.csv' ? '.' : dirname(path))),
    });
    if (options.dryRun === true || target.formId === null) {
      const refused = describeImport(output, file, target, rows);
      if (refused > 0) context.exitWith(exitCodes.refused);
      return;
    }
    const { formId } = target;
    const { tally, failure } = await importRows({
      formId,
      accountId: calls.accountId,
      rows,
      rejected,
      retry,
      api,
      output,
      bar,
      signal,
    }).finally(() => rejected.close());
    bar.stop();
    output.record({ form_id: formId, ...tally, ...(rejected.count > 0 && { rejected: rejected.path }) });
    output.print(summary(formId, tally));
    if (rejected.count > 0)
      output.print(
        `Invalid rows are in ${rejected.path}, with the reasons. Correct them and import that file with --form ${formId}.`,
      );
    if (failure !== null) throw failure;
    if (tally.unsent + tally.refused > 0) context.exitWith(exitCodes.refused);
  } finally {
    bar.stop();
    dispose();
  }
}

const findTarget = (
  calls: Parameters<typeof newForm>[0],
  path: string,
  file: Import,
  { form, map = [], title, publish = false, new: isNew = false, dryRun = false }: ImportOptions,
): Promise<Target> =>
  form === undefined
    ? newForm(calls, file, { title: titleOf(path, title), publish, isNew, isDryRun: dryRun })
    : existingForm(calls, form, file, map);

const maxTitle = 200;

const titleOf = (path: string, title: string | undefined): string =>
  cutText(title ?? basename(path, extname(path)), maxTitle);

const maxBytes = 100_000_000;

/** @throws CommandFailure if the file cannot be read or is not CSV, before anything is created */
function readFile(path: string, options: Pick<ImportOptions, 'encoding' | 'delimiter'>): Import {
  const read = readImport(readBytes(path), options);
  if (read.ok) return read.value;
  const { line, message } = read.error;
  throw misused(`${path}${line === null ? '' : `, line ${line}`}: ${message} Nothing was imported.`);
}

function readBytes(path: string): Uint8Array {
  try {
    const size = path === '-' ? 0 : statSync(path).size;
    const bytes = size <= maxBytes ? readInput(path) : null;
    if (bytes && bytes.length <= maxBytes) return bytes;
  } catch (error) {
    throw misused(`${path} cannot be read: ${fileReason(error)}.`);
  }
  throw misused(`${path} is larger than 100 MB. Split it, with the header in each part.`);
}
