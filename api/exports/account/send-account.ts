import contentDisposition from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { account } from '../../../domain/account/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { archiveVersion } from '../../contract/accounts/account-archive.ts';
import { archiveType } from '../../contract/submissions/exports.ts';
import { accountClosed, ApiError } from '../../errors/errors.ts';
import { exportSlots } from '../../limits/export-slots.ts';
import { endSlowDownload } from '../../limits/slow-downloads.ts';
import { type AccountExportDeps, writeAccount } from './account-members.ts';
import { accountArchive } from './archive-writer.ts';

/** The read models that an export reads. */
export const exportedModels = ['forms', 'submissions', 'destinations', 'deliveries', 'erasures'];
const readLimitMs = 2_000;
/** Of this process: each archive reads everything of an account. */
const slots = exportSlots({ perAccount: 2, perCaller: 4, perProcess: 8 });

/**
 * Streams everything of an account, as of now.
 * @throws ApiError `rate_limited` while too many archives are written, `not_found`, `conflict` for an account that was closed, `read_model_behind` while the read models have not reached
 * the end of the log
 */
export async function sendAccount(
  reply: FastifyReply,
  deps: AccountExportDeps & Pick<ApiDeps, 'progress'>,
  accountId: string,
): Promise<FastifyReply> {
  const { state } = await deps.aggregates.load(account, streamOf.account(accountId));
  if (!state.exists) throw new ApiError('not_found', { message: `There is no account ${accountId}.` });
  if (state.closedAt !== null) throw accountClosed();
  const position = await deps.log.head();
  // Otherwise the archive would lack what was recorded last.
  if (position !== null && !(await deps.progress.waitFor(exportedModels, position, readLimitMs)))
    throw new ApiError('read_model_behind');
  const exportedAt = deps.now().toISOString();
  const heading = { account_id: accountId, position: String(position ?? 0n), exported_at: exportedAt };
  const name = `formlog-${accountId}-${exportedAt.slice(0, 10)}.zip`;
  const release = slots.take({ accountId, caller: nameOfCaller(reply.request) });
  const scopes = reply.request.caller?.scopes ?? null;
  const archive = accountArchive(
    heading,
    (writer) => writeAccount(writer, deps, state, exportedAt, scopes),
    archiveVersion,
  );
  const download = endSlowDownload(archive).once('close', release);
  return reply.type(archiveType).header('content-disposition', contentDisposition(name)).send(download);
}

/** Names the key, the person or the operator that makes a request. */
const nameOfCaller = ({ caller, operator }: FastifyRequest): string =>
  caller ? `${caller.actor.kind} ${caller.actor.id}` : `operator ${operator?.id ?? ''}`;
