import type { Command } from 'commander';
import { type CliContext, openSession, withService } from '../../context.ts';
import { readEventFile } from '../../export/event-file.ts';
import { saveDownload } from '../../export/save.ts';
import { refused } from '../../failure.ts';
import { logPoint } from '../../input/option-values.ts';
import { withExample } from '../../with-json.ts';
import { addExportAccount } from './export-account.ts';
import { addExportSubmissions } from './export-submissions.ts';
import { addVerify } from './verify-export.ts';
import { type FileOptions, withFile } from './with-file.ts';

interface EventsOptions extends FileOptions {
  readonly from?: string;
  readonly to?: string;
  readonly type?: string;
  readonly stream?: string;
}

const eventsPath = '/api/admin/v1/exports/events';

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

  addExportSubmissions(group, context);
  addExportAccount(group, context);
  addVerify(group, context);
}
