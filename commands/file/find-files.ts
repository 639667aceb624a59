import type { Fault } from '../../domain/check.ts';
import type { Problem } from '../../domain/errors.ts';
import type { FileState } from '../../domain/file/decider.ts';
import { bytesInWords, fileRulesOf } from '../../domain/file/file-rules.ts';
import { acceptsType } from '../../domain/file/file-types.ts';
import type { StoredFile } from '../../domain/file/stored-file.ts';
import type { ExistingForm } from '../../domain/form/decider.ts';
import type { FieldDefinition } from '../../domain/form/field.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { fileTooLarge, unknownFile, usedFile, wrongFileType } from '../../domain/submission/answer-faults.ts';
import { submission } from '../../domain/submission/decider.ts';
import { StreamErased } from '../../log/log-errors.ts';
import type { CommandDeps } from '../deps.ts';
import { type Claim, loadFile, problemOf } from './claim-files.ts';

type Deps = Pick<CommandDeps, 'aggregates' | 'files' | 'now'>;

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

/** Whether a submission exists, or did. */
async function mayExist({ aggregates }: Pick<Deps, 'aggregates'>, submissionId: string): Promise<boolean> {
  try {
    return (await aggregates.load(submission, streamOf.submission(submissionId))).state.exists;
  } catch (error) {
    if (error instanceof StreamErased) return true;
    throw error;
  }
}
