import { FileStoreUnavailable } from '../../files/file-contents.ts';
import { UploadRefused } from '../../files/upload-errors.ts';
import { AppendTooLarge, ConcurrencyConflict, LogUnavailable, StreamErased } from '../../log/log-errors.ts';
import { catalogue } from '../contract/error-catalogue.ts';
import { ApiError, invalidRequest, malformed } from './errors.ts';
import { problemsOf } from './problems.ts';
import { refusedUpload } from './refused-uploads.ts';

/** Maps a thrown error to the catalogue. Answers reveal nothing of other errors. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const problems = problemsOf(error);
  if (problems) return malformed('The request is invalid.', problems);
  if (error instanceof AppendTooLarge)
    return new ApiError('payload_too_large', {
      message: 'The request is too large to be stored: its event must have less than 1 MiB.',
    });
  if (error instanceof UploadRefused) return refusedUpload(error.fault);
  if (error instanceof FileStoreUnavailable)
    return new ApiError(error.reason === 'full' ? 'storage_full' : 'file_store_unavailable', {
      cause: error,
    });
  if (error instanceof StreamErased) return new ApiError('erased');
  if (isDiverged(error)) return new ApiError('read_model_diverged');
  if (isOutage(error)) return new ApiError('unavailable', { cause: error });
  const status = statusOf(error);
  if (status === 413) return new ApiError('payload_too_large');
  // The router's own limit, of which it knows no more than that.
  if (status === 414)
    return new ApiError('uri_too_long', { message: 'A part of the path has more than 100 characters.' });
  if (status === 415) return new ApiError('unsupported_media_type');
  if (isCalled(error, 'FST_ERR_BAD_URL'))
    return invalidRequest('The path has invalid percent-encoding.', [], 'path');
  if (status !== null && status >= 400 && status < 500) return invalidRequest(catalogue.invalid_request[1]);
  return new ApiError('server_error', { cause: error });
}

/** Recognised by name: of the engine of the read models, `api` imports only types. */
const isDiverged = (error: unknown): boolean => error instanceof Error && error.name === 'ReadModelDiverged';

/** Whether a store is unavailable. MongoDB's errors are recognised by name: `api` does not import its driver. */
const isOutage = (error: unknown): boolean =>
  error instanceof LogUnavailable ||
  error instanceof ConcurrencyConflict ||
  (error instanceof Error && (error.name.startsWith('Mongo') || isBrokenConnection(error)));

/** Errors of the system and of streams, which MongoDB's driver passes on while a write waits for room. */
const isBrokenConnection = (error: Error): boolean =>
  'syscall' in error ||
  ('code' in error && ['ERR_STREAM_DESTROYED', 'ERR_STREAM_PREMATURE_CLOSE'].includes(String(error.code)));

const isCalled = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

const statusOf = (error: unknown): number | null =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : null;
