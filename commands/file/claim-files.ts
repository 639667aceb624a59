import type { Fault } from '../../domain/check.ts';
import type { Problem } from '../../domain/errors.ts';
import { file, type FileState } from '../../domain/file/decider.ts';
import { bytesInWords, fileRulesOf } from '../../domain/file/file-rules.ts';
import { acceptsType } from '../../domain/file/file-types.ts';
import type { StoredFile } from '../../domain/file/stored-file.ts';
import type { ExistingForm } from '../../domain/form/decider.ts';
import type { FieldDefinition } from '../../domain/form/field.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { fileTooLarge, unknownFile, usedFile, wrongFileType } from '../../domain/submission/answer-faults.ts';
import { submission } from '../../domain/submission/decider.ts';
import { wording } from '../../domain/wording.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { StreamErased } from '../../log/log-errors.ts';
import type { CommandDeps } from '../deps.ts';

type Deps = Pick<CommandDeps, 'aggregates' | 'files' | 'now'>;

/** A file that a submission is about to claim. */
export interface Claim {
  readonly fileId: string;
  readonly fieldId: string;
  /** Where the request names the file. */
  readonly path: string;
  readonly fieldKey: string;
}

/** Answers whose files are known. */
export interface AnswersWithFiles {
  /** In the order of the questions; a file is a `StoredFile` in place of its id. */
  readonly values: readonly unknown[];
  readonly claims: readonly Claim[];
}

/**
 * Finds the files that answers name, and checks that each was uploaded for this form, fits its field and is free, or belongs to
 * `submissionId`.
 * @param values a value for each question that takes answers, in order
 * @returns a problem for each file that cannot be claimed
 * @throws LogUnavailable, FileStoreUnavailable
 */
export async function findFiles(
  deps: Deps,
  { formId, accountId, fields }: Pick<ExistingForm, 'formId' | 'accountId' | 'fields'>,
  values: readonly unknown[],
  submissionId: string | null = null,
): Promise<Result<AnswersWithFiles, Problem[]>> {
  const claims: Claim[] = [];
  const problems: Problem[] = [];
  const found = [...values];
  const asked = fields.filter(({ kind }) => kind !== 'statement');
  for (const [index, field] of asked.entries()) {
    const ids = values[index];
    if (field.kind !== 'file' || !Array.isArray(ids)) continue;
    const files: StoredFile[] = [];
    for (const [at, fileId] of ids.map(String).entries()) {
      const claim = { fileId, fieldId: field.id, fieldKey: field.key, path: `/answers/${field.key}/${at}` };
      const checked = await findFile(deps, { formId, accountId }, field, fileId, submissionId);
      if (checked.ok) files.push(checked.value);
      else problems.push(...checked.error.map((fault) => problemOf(claim, fault)));
      claims.push(claim);
    }
    found[index] = files;
  }
  return problems.length > 0 ? err(problems) : ok({ values: found, claims });
}

async function findFile(
  { aggregates, files }: Deps,
  owner: Pick<ExistingForm, 'formId' | 'accountId'>,
  field: FieldDefinition,
  fileId: string,
  submissionId: string | null,
): Promise<Result<StoredFile, readonly Fault[]>> {
  const state = await loadFile({ aggregates }, fileId);
  if (!isOf(state, owner) || state.isGone) return err(unknownFile);
  const holder = state.submissionId;
  if (holder !== null && holder !== submissionId && (await mayExist({ aggregates }, holder)))
    return err(usedFile);
  const content = await files.describe(state.received.contentId);
  if (!content) return err(unknownFile);
  const { name, size, type, sha256 } = content;
  const { maxBytes, types } = fileRulesOf(field);
  if (size > maxBytes) return err(fileTooLarge(name, bytesInWords(maxBytes)));
  if (!acceptsType(types, type)) return err(wrongFileType(name, type));
  return ok({ id: fileId, name, size, type, sha256 });
}

const isOf = (
  state: FileState,
  { formId, accountId }: Pick<ExistingForm, 'formId' | 'accountId'>,
): state is Extract<FileState, { exists: true }> =>
  state.exists && state.received.accountId === accountId && state.received.formId === formId;

/** Returns the state of a file; that of none if the log no longer has it. @throws LogUnavailable */
export async function loadFile(
  { aggregates }: Pick<CommandDeps, 'aggregates'>,
  fileId: string,
): Promise<FileState> {
  try {
    return (await aggregates.load(file, streamOf.file(fileId))).state;
  } catch (error) {
    if (error instanceof StreamErased) return file.initial;
    throw error;
  }
}

/** Whether a submission exists, or did. */
async function mayExist({ aggregates }: Pick<Deps, 'aggregates'>, submissionId: string): Promise<boolean> {
  try {
    return (await aggregates.load(submission, streamOf.submission(submissionId))).state.exists;
  } catch (error) {
    if (error instanceof StreamErased) return true;
    throw error;
  }
}

/**
 * Claims files for a submission, before the submission is appended. A file that is held by a submission which was never created is
 * taken over: its creation is revoked first, so that no slow process can still create it.
 * @returns a problem if another submission has a file by now; then none of the files is claimed
 * @throws LogUnavailable
 */
export async function claimFiles(
  deps: Deps,
  claims: readonly Claim[],
  submissionId: string,
  context: CommandContext,
): Promise<Result<null, Problem[]>> {
  for (const [index, claim] of claims.entries()) {
    if (await claimFile(deps, claim, submissionId, context)) continue;
    await releaseFiles(deps, claims.slice(0, index), submissionId, context);
    return err(usedFile.map((fault) => problemOf(claim, fault)));
  }
  return ok(null);
}

async function claimFile(
  deps: Deps,
  { fileId, fieldId }: Claim,
  submissionId: string,
  context: CommandContext,
): Promise<boolean> {
  const { aggregates, now } = deps;
  for (let instead: string | null = null; ;) {
    const command = {
      type: 'ClaimFile',
      submissionId,
      fieldId,
      instead,
      at: now().toISOString(),
    } as const;
    const claimed = await aggregates.execute(file, streamOf.file(fileId), [command], own(context));
    if (claimed.ok) return true;
    if (claimed.error.code !== 'claimed_elsewhere') return false;
    const holder: string = claimed.error.submissionId;
    if (holder === instead || !(await revokeCreation(deps, holder, context))) return false;
    instead = holder;
  }
}

/**
 * Makes sure that a submission cannot be created any more under what was reserved for it before.
 * @returns false if it exists, or did
 */
export async function revokeCreation(
  { aggregates, now }: Pick<Deps, 'aggregates' | 'now'>,
  submissionId: string,
  context: CommandContext,
): Promise<boolean> {
  const stream = streamOf.submission(submissionId);
  for (;;) {
    let revision: number;
    try {
      const folded = await aggregates.load(submission, stream);
      if (folded.state.exists) return false;
      ({ revision } = folded);
    } catch (error) {
      if (error instanceof StreamErased) return false;
      throw error;
    }
    const command = { type: 'RevokeReservations', at: now().toISOString() } as const;
    if ((await aggregates.executeAt(submission, stream, revision, [command], own(context))).ok) return true;
  }
}

/** Gives claimed files back, of a submission that certainly will not be created. @throws LogUnavailable */
export async function releaseFiles(
  { aggregates, now }: Pick<Deps, 'aggregates' | 'now'>,
  claims: readonly Pick<Claim, 'fileId'>[],
  submissionId: string,
  context: CommandContext,
): Promise<void> {
  for (const { fileId } of claims) {
    const command = { type: 'ReleaseFile', submissionId, at: now().toISOString() } as const;
    await aggregates.execute(file, streamOf.file(fileId), [command], own(context));
  }
}

/** The streams of files repeat nothing by themselves: a claim of the same submission has no effect. */
const own = ({ requestKey: _, idempotencyKey: __, ...context }: CommandContext): CommandContext => context;

const problemOf = ({ path, fieldKey: field }: Claim, fault: Fault): Problem => ({
  field,
  path,
  code: fault.code,
  message: fault.message,
  [wording]: fault[wording],
});
