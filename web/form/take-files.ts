import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { ApiDeps } from '../../api/api-deps.ts';
import { valueOf } from '../../api/errors/errors.ts';
import { contextOf } from '../../api/requests/requests.ts';
import { planUpload, recordUpload } from '../../commands/file/upload-file.ts';
import { type Fault, pointer } from '../../domain/check.ts';
import type { Problem } from '../../domain/errors.ts';
import { bytesInWords, fileRulesOf } from '../../domain/file/file-rules.ts';
import { cleanName } from '../../domain/file/stored-file.ts';
import { type FieldDefinition, isShown } from '../../domain/form/field.ts';
import {
  emptyFile,
  fileTooLarge,
  infectedFile,
  tooManyFiles,
  wrongFileType,
} from '../../domain/submission/answer-faults.ts';
import { wording } from '../../domain/wording.ts';
import { UploadRefused } from '../../files/upload-errors.ts';
import type { FormAtRevision } from '../../log/form-revisions.ts';
import { newId } from '../../log/ids.ts';
import { filesInTexts, fileText } from './file-texts.ts';
import { readMultipart, type SentTexts } from './read-multipart.ts';

export type FileTakerDeps = Pick<
  ApiDeps,
  'aggregates' | 'files' | 'largestFile' | 'newId' | 'now' | 'plans' | 'uploads'
>;

/** What a browser sent with files: texts that name the files that have arrived, and why others were refused. */
export interface SentWithFiles {
  readonly texts: Readonly<Record<string, readonly string[]>>;
  readonly problems: readonly Problem[];
}

interface FormWithFiles extends FormAtRevision {
  /** Whether the texts so far are of a page that may upload files. */
  readonly mayUpload: (sent: SentTexts) => boolean;
  /** The most bytes of the texts together. */
  readonly maxBytes: number;
}

/** Reads a form with files, which are uploaded as they arrive. @throws ApiError; FileStoreUnavailable */
export async function takeFiles(
  deps: FileTakerDeps,
  request: FastifyRequest,
  { form, mayUpload, maxBytes }: FormWithFiles,
): Promise<SentWithFiles> {
  const problems: Problem[] = [];
  const uploaded = new Map<string, string[]>();
  const fields = new Map(
    form.fields.filter((one) => one.kind === 'file' && isShown(one)).map((one) => [one.key, one]),
  );

  async function take(part: MultipartFile, sent: SentTexts): Promise<void> {
    const field = fields.get(part.fieldname);
    // A control without a chosen file is sent as a file without a name.
    if (!field || part.filename === '' || !mayUpload(sent)) return;
    const own = uploaded.get(field.key) ?? [];
    const { maxFiles } = fileRulesOf(field);
    if (filesInTexts(sent[field.key]).length + own.length >= maxFiles) {
      if (!problems.some(({ field: key }) => key === field.key))
        problems.push(...tooManyFiles(maxFiles).map((fault) => problemOf(field, fault)));
      return;
    }
    const faults = await upload(deps, request, form, field, part, own);
    uploaded.set(field.key, own);
    problems.push(...faults.map((fault) => problemOf(field, fault)));
  }

  const sent = await readMultipart(request, maxBytes, take);
  for (const [key, texts] of uploaded) (sent[key] ??= []).push(...texts);
  return { texts: sent, problems };
}

/** Uploads a file, and adds it to `own`. @returns why it was refused */
async function upload(
  deps: FileTakerDeps,
  request: FastifyRequest,
  { formId, accountId }: FormAtRevision['form'],
  field: FieldDefinition,
  { filename, file }: MultipartFile,
  own: string[],
): Promise<readonly Fault[]> {
  const name = cleanName(filename);
  const context = contextOf(request, accountId, { kind: 'system', id: 'form' });
  const asked = { formId, field: field.id, name, uploadedBy: 'form', largest: deps.largestFile } as const;
  const plan = valueOf(await planUpload(deps, asked, context));
  const contentId = newId();
  try {
    const content = await (await deps.uploads()).receive(contentId, plan, file, null);
    valueOf(await recordUpload(deps, contentId, content, 'form', context));
    own.push(fileText({ id: plan.fileId, name }));
    return [];
  } catch (error) {
    if (!(error instanceof UploadRefused)) throw error;
    const { fault } = error;
    if (fault.reason === 'too_large') return fileTooLarge(name, bytesInWords(fault.maxBytes));
    if (fault.reason === 'wrong_type') return wrongFileType(name, fault.type);
    if (fault.reason === 'infected') return infectedFile(name);
    if (fault.reason === 'empty') return emptyFile(name);
    throw error;
  }
}

const problemOf = ({ key }: FieldDefinition, fault: Fault): Problem => ({
  field: key,
  path: `/answers${pointer(key)}`,
  code: fault.code,
  message: fault.message,
  [wording]: fault[wording],
});
