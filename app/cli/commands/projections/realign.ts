import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Static } from 'typebox';
import * as contract from '../../../../api/contract/projections/realignment.ts';
import type { Api } from '../../client/api.ts';
import { listOf, response } from '../../client/response-schema.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../../context.ts';
import { watch } from '../../terminal/watch.ts';

const path = '/api/admin/v1/realignment';
const Realignment = response(contract.Realignment, 'diverged');
const Missing = response(contract.Missing);
const MissingPage = listOf(Missing);
const pageSize = 1_000;

interface RealignOptions extends CommonOptions {
  readonly file?: string;
}

/** `formlog projections realign` */
export function addRealign(projections: Command, context: CliContext): void {
  withService(
    projections
      .command('realign')
      .description(
        'rebuild the projections that do not match the event log, and list the items that the log no longer holds',
      )
      .option(
        '--file <path>',
        'the new file for that list, one JSON object per line (default: a name with the time)',
      ),
    'projections realign --file missing.jsonl',
  ).action(async ({ file, ...options }: RealignOptions) => {
    const { api, output } = openSession(context, options);
    const { diverged } = await api.post(path, Realignment);
    for (const { projection, reason } of diverged) output.note(`${projection}: ${reason}.`);
    if (diverged.length === 0) output.note('Every read model and process manager matches the event log.');
    let remaining = diverged.length;
    const done = await watch(
      (signal) => api.call({ method: 'GET', path, signal }, Realignment),
      ({ diverged: open }) => {
        if (open.length > 0 && open.length !== remaining)
          output.note(`Still being built: ${open.map(({ projection }) => projection).join(', ')}.`);
        remaining = open.length;
        return open.length === 0;
      },
    );
    if (!done) return output.note('The service continues; run the command again for the list.');
    const to = resolve(file ?? `missing-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.jsonl`);
    const count = await writeMissing(api, to, output.record);
    output.record({ realigned: diverged.map(({ projection }) => projection), missing: count, file: to });
    output.print(
      count === 0
        ? 'The log holds everything that the read models listed.'
        : `${count} listed items are missing in the log, or the log has an earlier state of them: ${to}`,
    );
  });
}

/** Writes the list to a new file that only its owner can read. @returns the number of entries */
async function writeMissing(
  api: Api,
  file: string,
  record: (missing: Static<typeof Missing>) => void,
): Promise<number> {
  const stream = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  await once(stream, 'open');
  let count = 0;
  let cursor: string | undefined;
  do {
    const page = await api.get(`${path}/missing`, MissingPage, { limit: pageSize, cursor });
    for (const missing of page.data) {
      record(missing);
      if (!stream.write(`${JSON.stringify(missing)}\n`)) await once(stream, 'drain');
    }
    count += page.data.length;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  stream.end();
  await once(stream, 'close');
  return count;
}
