import { file } from '../../domain/file/decider.ts';
import type { FileReceived, UploadSource } from '../../domain/file/events.ts';
import { fileRulesOf } from '../../domain/file/file-rules.ts';
import { cleanName } from '../../domain/file/stored-file.ts';
import { form, isFormOf } from '../../domain/form/decider.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { StoredContent } from '../../files/file-contents.ts';
import type { UploadPlan } from '../../files/upload-plan.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { noStream } from '../../log/event-log.ts';
import type { CommandDeps } from '../deps.ts';
import { findKeyed } from '../keyed-streams.ts';
import { invalid, notFound, type Refusal } from '../refusal.ts';
import { loadFile } from './claim-files.ts';
import { reserveBytes } from './file-bytes.ts';

export interface UploadRequest {
  readonly formId: string;
  /** The key or the id of a field of kind `file`. */
  readonly field: string;
  /** As the sender names the file. */
  readonly name: string;
  readonly uploadedBy: UploadSource;
  /** The largest file that the service takes, in bytes. */
  readonly largest: number;
}

/** A change of a form takes effect within this time, in ms. */
const formMaxAgeMs = 1_000;

/**
 * Decides on an upload before its bytes arrive: for which form it is, how large it may be, and of which types.
 * @throws LogUnavailable
 */
export async function planUpload(
  { aggregates, newId }: Pick<CommandDeps, 'aggregates' | 'newId'>,
  { formId, field: named, name, uploadedBy, largest }: UploadRequest,
  { accountId }: Pick<CommandContext, 'accountId'>,
): Promise<Result<UploadPlan, Refusal>> {
  const isOwn = isFormOf(accountId);
  const { state } = await aggregates.loadAhead(form, streamOf.form(formId), formMaxAgeMs, isOwn);
  if (!isOwn(state)) return notFound;
  const field = state.fields.find(({ id, key }) => key === named || id === named);
  if (field?.kind !== 'file')
    return invalid('The form has no such question for files.', [
      {
        path: '/field',
        code: 'unknown_field',
        message: 'Must be the key or the id of a field of kind file.',
      },
    ]);
  const { maxBytes, types } = fileRulesOf(field);
  return ok({
    fileId: newId(),
    accountId,
    formId,
    name: cleanName(name),
    maxBytes: Math.min(maxBytes, largest),
    types: [...types],
    uploadedBy,
  });
}

export interface ReceivedUpload {
  readonly received: FileReceived;
  readonly content: StoredContent;
  readonly position: bigint | null;
  /** Whether an earlier request with the same idempotency key uploaded the file. */
  readonly replayed: boolean;
}

type Deps = Pick<CommandDeps, 'aggregates' | 'files' | 'now' | 'plans'>;

/**
 * Records that a content is stored, as a file that a submission may claim. Recording it again has no effect. Of two contents
 * under one file id, as repeated requests store them, the first counts, and the other is removed.
 * @returns a refusal if the account has no room for it; `idempotency_mismatch` for another content than the first
 * @throws LogUnavailable, FileStoreUnavailable
 */
export async function recordUpload(
  deps: Deps,
  contentId: string,
  content: StoredContent,
  uploadedBy: UploadSource,
  { requestKey: _, ...context }: CommandContext,
): Promise<Result<ReceivedUpload, Refusal>> {
  const { aggregates, files, now } = deps;
  const { fileId, accountId, formId, size } = content;
  const received = { fileId, accountId, formId, contentId, size, uploadedBy, at: now().toISOString() };
  if (!(await loadFile(deps, fileId)).exists) {
    const reserved = await reserveBytes(deps, { fileId, bytes: size, at: received.at }, context);
    if (!reserved.ok) {
      await files.remove(contentId);
      return reserved;
    }
  }
  const command = { type: 'ReceiveFile', ...received } as const;
  const recorded = await aggregates.executeAt(file, streamOf.file(fileId), noStream, [command], context);
  if (recorded.ok) return ok({ received, content, position: recorded.value.position, replayed: false });
  const state = await loadFile(deps, fileId);
  const isSame = state.exists && state.received.contentId === contentId;
  if (!isSame) await files.remove(contentId);
  if (!state.exists || state.isGone) return err({ code: 'erased' });
  const first = await files.describe(state.received.contentId);
  if (!first) return err({ code: 'erased' });
  if (first.sha256 !== content.sha256 || first.formId !== formId || first.name !== content.name)
    return err({ code: 'idempotency_mismatch' });
  return ok({ received: state.received, content: first, position: null, replayed: !isSame });
}

/**
 * Returns the id of the file that a request under an idempotency key uploads: that of its first run, for 24 hours.
 * @throws LogUnavailable
 */
export async function keyedFileId(
  { aggregates, now }: Pick<CommandDeps, 'aggregates' | 'now'>,
  idempotencyKey: string,
  { accountId, actor }: Pick<CommandContext, 'accountId' | 'actor'>,
): Promise<string> {
  const { id } = await findKeyed({
    kind: actor.kind === 'operator' ? 'operator files' : 'files',
    accountId,
    idempotencyKey,
    now,
    load: (fileId) => aggregates.load(file, streamOf.file(fileId)),
    createdAt: (state) => (state.exists ? state.received.at : null),
  });
  return id;
}

/**
 * Returns the id of a file that is imported into a form: that of its first upload, at any time, unless it is gone.
 * @param importKey names the file among those that are imported into the form
 * @throws LogUnavailable
 */
export async function importedFileId(
  { aggregates, now }: Pick<CommandDeps, 'aggregates' | 'now'>,
  { formId, importKey }: { readonly formId: string; readonly importKey: string },
  { accountId }: Pick<CommandContext, 'accountId'>,
): Promise<string> {
  const { id } = await findKeyed({
    kind: 'imported files',
    accountId,
    idempotencyKey: `${formId} ${importKey}`,
    now,
    load: (fileId) => aggregates.load(file, streamOf.file(fileId)),
    createdAt: (state) => (state.exists ? state.received.at : null),
    lifetimeMs: Infinity,
    isGone: (state) => state.exists && state.isGone,
  });
  return id;
}
