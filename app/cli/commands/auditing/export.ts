import type { Command } from 'commander';
import { readEventFile } from '../../export/event-file.ts';
import { saveDownload } from '../../export/save.ts';
import { lastLine, lastRow } from '../../export/submission-file.ts';
import { addGroup, openSession, withService, type CliContext, type CommonOptions } from '../../context.ts';
import { misused, refused } from '../../failure.ts';
import { logPoint, oneOf } from '../../option-values.ts';
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

interface SubmissionsOptions extends FileOptions {
  readonly form: string;
  readonly format: 'ndjson' | 'csv';
  readonly projection?: string;
}

const eventsPath = '/api/admin/v1/exports/events';

const withFile = (command: Command): Command =>
  command
    .option('-o, --output <file>', 'the file to write (default: stdout)')
    .option('--resume', 'continue an interrupted file');

/** `formlog export …` */
export function addExport(program: Command, context: CliContext): void {
  const group = addGroup(
    program,
    'export',
    'export events or submissions, and verify exports',
    'export events --output events.ndjson',
  );

  withService(
    withFile(group.command('events').description('export events as recorded, in a hash chain'))
      .option('--from <point>', 'start at a time, a duration ago (2h) or a log position', logPoint)
      .option('--to <point>', 'end at such a point (default: now)', logPoint)
      .option('--type <type>', 'only events of this type')
      .option('--stream <stream>', 'only events of this stream, such as form-4fJkZ0qJ2mXr8sVtYb1c'),
    'export events --from 2026-01-01T00:00:00Z --output events.ndjson',
  ).action(async ({ from, to, type, stream, account, output, resume, ...options }: EventsOptions) => {
    const session = openSession(context, options);
    const asked = { from, to, type, stream, account_id: account };
    await saveDownload({ ...session, ...context }, output, resume === true, {
      beginning: '{"formlog_export":"events"',
      remainderOf: async (file) => {
        if (file === null) return { path: eventsPath, query: asked, keep: 0 };
        const { heading, position, hash, count, bytes, ended, fault } = await readEventFile(file);
        if (fault !== null) throw refused(`${file} cannot be continued: ${fault}.`);
        if (ended) return null;
        if (!heading || position === null) return { path: eventsPath, query: asked, keep: 0 };
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
      .option('--format <format>', 'ndjson or csv', oneOf(['ndjson', 'csv']), 'ndjson'),
    'export submissions --form 4fJkZ0qJ2mXr8sVtYb1c --format csv --output answers.csv',
  ).action(async ({ form, format, projection, output, resume, ...options }: SubmissionsOptions) => {
    if (options.json === true && format === 'csv' && output === undefined)
      throw misused('--json cannot be combined with CSV on stdout. Give --output, or leave out --json.');
    const session = openSession(context, options);
    const path = `/api/admin/v1/forms/${encodeURIComponent(form)}/exports/submissions`;
    await saveDownload({ ...session, ...context }, output, resume === true, {
      beginning: format === 'csv' ? 'id,submitted_at,' : '{"id":"',
      remainderOf: async (file) => {
        const place = file === null ? null : await (format === 'csv' ? lastRow : lastLine)(file);
        if (!place) return { path, query: { format, projection }, keep: 0 };
        const query = { format, projection, after_id: place.id, after_submitted_at: place.submittedAt };
        return { path, query, keep: place.bytes };
      },
    });
  });

  addVerify(group, context);
}
