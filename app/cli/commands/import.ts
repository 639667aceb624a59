import { readFileSync, statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { Option, type Command } from 'commander';
import { openSession, withService, type CliContext, type CommonOptions, type Session } from '../context.ts';
import { fileReason } from '../../file-reason.ts';
import { exitCodes, misused } from '../failure.ts';
import { cutText } from '../import/cut-text.ts';
import { importFile } from '../import/import-file.ts';
import { readImport, type Import } from '../import/read-import.ts';
import { createRetry } from '../import/retry.ts';
import type { Tally } from '../import/submit-rows.ts';
import { onInterrupt } from '../interrupt.ts';
import { character, durationMs, integerFrom } from '../option-values.ts';
import { createOutput, type Output } from '../output.ts';
import { startBar } from '../progress.ts';

interface ImportOptions extends CommonOptions {
  readonly title?: string;
  readonly new?: boolean;
  readonly key?: string;
  readonly delimiter?: string;
  readonly retryFor: number;
  readonly concurrency: number;
}

/** `formlog import FILE.csv` */
export function addImport(program: Command, context: CliContext): void {
  withService(
    program
      .command('import')
      .description(
        'create a published form from a CSV file and submit every row to it. ' +
          'Importing the same file again within 12 hours continues: no row is submitted twice. ' +
          'A day later it makes another form.',
      )
      .argument('<file>', 'a CSV file with one or two header rows, in UTF-8 or Windows-1252')
      .option('--title <text>', 'the title of the form (default: the name of the file)')
      .option('--new', 'create another form even if this file was imported before')
      .option('--key <key>', 'an API key to submit with (default: a key for this import)')
      .option('--delimiter <character>', 'cell separator (default: detected)', character)
      .addOption(
        new Option('--retry-for <time>', 'how long to wait while the service is unavailable')
          .argParser(durationMs)
          .default(120_000, '120s'),
      )
      .option('--concurrency <number>', 'maximum concurrent rows', integerFrom(1, 256), 16),
    'import responses.csv --title "Spring survey"',
  ).action(async (path: string, options: ImportOptions) => {
    const output = createOutput(context.streams, options.json === true);
    const file = readFile(path, options.delimiter, output);
    await runImport(path, file, options, context, openSession(context, options));
  });
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
  const account = await accountId(retry).catch((error: unknown) => {
    dispose();
    throw error;
  });
  const bar = startBar(
    context.streams,
    '{bar} {value}/{total} rows, {refused} refused, {eta_formatted} to go',
  );
  const { formId, tally, failure } = await importFile({
    file,
    title: titleOf(path, options.title),
    isNew: options.new === true,
    key: options.key,
    retry,
    concurrency: options.concurrency,
    accountId: account,
    api,
    output,
    bar,
    signal,
  }).finally(() => {
    bar.stop();
    dispose();
  });
  output.record({ form_id: formId, ...tally });
  output.say(summary(formId, tally));
  if (failure !== null) throw failure;
  if (tally.unsent + tally.refused > 0) context.exitWith(exitCodes.refused);
}

function summary(formId: string, { accepted, replayed, refused, unsent }: Tally): string {
  return [
    `Form ${formId}: ${accepted} accepted`,
    ...(replayed > 0 ? [` (${replayed} of them already stored)`] : []),
    `, ${refused} refused`,
    ...(unsent > 0 ? [`, ${unsent} not sent. Run the same command again to continue.`] : ['.']),
  ].join('');
}

const maxTitle = 200;

const titleOf = (path: string, title: string | undefined): string =>
  cutText(title ?? basename(path, extname(path)), maxTitle);

const maxBytes = 100_000_000;

/** @throws CommandFailure if the file cannot be read or is not CSV, before anything is created */
function readFile(path: string, delimiter: string | undefined, output: Output): Import {
  const read = readImport(readBytes(path), delimiter);
  if (!read.ok) {
    const { line, message } = read.error;
    throw misused(`${path}${line === null ? '' : `, line ${line}`}: ${message} Nothing was created.`);
  }
  const { rows, fields, encoding, headerRows, notes } = read.value;
  output.note(
    `${count(rows.length, 'row')}, ${count(fields.length, 'question')}, ${encoding}, ` +
      `${headerRows === 1 ? 'one header row' : 'two header rows'}.`,
  );
  for (const note of notes) output.note(note);
  return read.value;
}

function readBytes(path: string): Uint8Array {
  try {
    const { size } = statSync(path);
    if (size <= maxBytes) return readFileSync(path);
  } catch (error) {
    throw misused(`${path} cannot be read: ${fileReason(error)}.`);
  }
  throw misused(`${path} is larger than 100 MB. Split it, with the header in each part.`);
}

const count = (number: number, of: string): string => `${number} ${of}${number === 1 ? '' : 's'}`;
