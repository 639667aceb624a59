import type { Command } from 'commander';
import Type from 'typebox';
import { fileReason } from '../../../file-reason.ts';
import type { ApiClient } from '../../client/client.ts';
import { failureOf } from '../../client/explain.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../../context.ts';
import { readEventFile } from '../../export/event-file.ts';
import { type Difference, differences, explained } from '../../export/verify-events.ts';
import { refused } from '../../failure.ts';
import { createOutput, type Output } from '../../terminal/output.ts';

interface VerifyOptions extends CommonOptions {
  readonly offline?: boolean;
}

/** `formlog export verify FILE` */
export function addVerify(group: Command, context: CliContext): void {
  withService(
    group
      .command('verify')
      .description('check an export of events: its hash chain, and its events against the log')
      .argument('<file>', 'a file written by "export events"')
      .option('--offline', 'check only the hash chain, without a service'),
    'export verify events.ndjson',
  ).action(async (file: string, { offline = false, ...options }: VerifyOptions) => {
    const { heading, count, hash, hasEnd, fault } = await readEventFile(file).catch((error: unknown) => {
      throw refused(`${file} cannot be read: ${fileReason(error)}.`);
    });
    if (fault !== null) throw refused(`${file} was changed: ${fault}.`);
    if (!heading || !hasEnd)
      throw refused(
        `${file} is incomplete: continue it with "formlog export events --output ${file} --resume".`,
      );
    const verdict = { file, events: count, hash };
    if (offline) {
      const output = createOutput(context.streams, options.json === true);
      output.record({ ...verdict, compared: false });
      return output.print(`The chain of ${count} events is complete. Its last hash is ${hash}.`);
    }
    const { api, output } = openSession(context, options);
    const { formlog_export: _, version: __, ...query } = heading;
    const exported = await api.download({ method: 'GET', path: '/api/admin/v1/exports/events', query });
    if (!exported.ok) throw failureOf(exported.error);
    const { found, erased } = await printDifferences(
      output,
      explained(differences(file, exported.value), (stream) => isErased(api, stream)),
    );
    output.record({ ...verdict, compared: true, differences: found, erased });
    if (found > 0) throw refused(`${file} and the log differ in ${found} events.`);
    const but = erased === 0 ? '' : `, except ${erased} events erased since`;
    output.print(
      `The chain of ${count} events is complete and matches the log${but}. Its last hash is ${hash}.`,
    );
  });
}

const erasable = /^(submission|delivery)-(.+)$/;

/** Whether a stream was erased, according to the service. */
async function isErased(api: ApiClient, stream: string): Promise<boolean> {
  const [, kind, id = ''] = erasable.exec(stream) ?? [];
  if (kind === undefined) return false;
  const kinds = kind === 'submission' ? 'submissions' : 'deliveries';
  const path = `/api/admin/v1/${kinds}/${encodeURIComponent(id)}/history`;
  const response = await api.call({ method: 'GET', path, query: { limit: '1' } }, Type.Unknown());
  if (response.ok) return false;
  if (response.error.kind === 'refused' && response.error.code === 'erased') return true;
  if (response.error.kind === 'refused' && response.error.code === 'not_found') return false;
  throw failureOf(response.error);
}

/** Tells each difference. @returns how many there are, and how many events were erased since, which is none */
async function printDifferences(output: Output, differing: AsyncIterable<Difference>) {
  const counts = { found: 0, erased: 0 };
  for await (const { kind, position, label } of differing) {
    if (kind === 'erased since') counts.erased += 1;
    else counts.found += 1;
    output.record({ difference: kind, position, what: label });
    if (!output.json) output.print(`${kind}: ${label}, position ${position}`);
  }
  return counts;
}
