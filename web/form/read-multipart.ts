import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { invalidRequest } from '../../api/errors/errors.ts';
import { formNames, tooManyBytes } from '../../api/http/body-limits.ts';

/** What is done with a file of a form. Its stream must be read to its end or dropped. */
export type TakeFile = (part: MultipartFile, sent: SentTexts) => Promise<void>;

/** The texts of a form so far, by the names of its controls. */
export type SentTexts = Readonly<Record<string, readonly string[]>>;

/**
 * Reads a form with files, in the order in which the browser sends it. Line breaks become LF.
 * @param maxBytes the most bytes of its texts together
 * @returns the texts, without the files
 * @throws ApiError for too many bytes or names, and for a form that is cut off
 */
export async function readMultipart(
  request: FastifyRequest,
  maxBytes: number,
  takeFile: TakeFile,
): Promise<Record<string, string[]>> {
  // Without a prototype, every name is one like any other.
  const sent = Object.create(null) as Record<string, string[]>;
  let bytes = 0;
  for await (const part of partsOf(request, maxBytes)) {
    if (part.type === 'file') {
      await takeFile(part, sent);
      // What was not read, as of a file that is refused, is dropped.
      part.file.resume();
      continue;
    }
    const { fieldname, value, valueTruncated } = part;
    if (typeof value !== 'string') continue;
    bytes += Buffer.byteLength(fieldname) + Buffer.byteLength(value);
    if (bytes > maxBytes || valueTruncated) throw tooManyBytes(maxBytes);
    (sent[fieldname] ??= []).push(value.replaceAll('\r\n', '\n'));
  }
  return sent;
}

async function* partsOf(request: FastifyRequest, maxBytes: number): AsyncGenerator<Multipart> {
  const limits = {
    fields: formNames,
    fieldSize: maxBytes,
    files: 1_000,
    parts: formNames,
    fileSize: Infinity,
  };
  try {
    yield* request.parts({ limits });
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('FST_'))
      throw invalidRequest('The form has too many parts.');
    throw error instanceof Error && error.name === 'ApiError' ? error : cutOff(error);
  }
}

const cutOff = (cause: unknown): Error =>
  cause instanceof Error && /unexpected end|premature/i.test(cause.message)
    ? invalidRequest('The form was cut off.')
    : cause instanceof Error
      ? cause
      : new Error(String(cause));
