import { bytesInWords } from '../../domain/file/file-rules.ts';
import type { UploadFault } from '../../files/upload-errors.ts';
import { ApiError, invalidRequest } from './errors.ts';

/** The error of an upload that is refused for its bytes. */
export function refusedUpload(fault: UploadFault): ApiError {
  switch (fault.reason) {
    case 'too_large':
      return new ApiError('payload_too_large', {
        message: `The file is too large: at most ${bytesInWords(fault.maxBytes)} are accepted.`,
        details: { limit_bytes: fault.maxBytes },
      });
    case 'wrong_type':
      return new ApiError('unsupported_media_type', {
        message: `The content is of type ${fault.type}, which the question does not accept.`,
        details: { type: fault.type },
      });
    case 'infected':
      return new ApiError('infected_file', { details: { found: fault.found } });
    case 'empty':
      return invalidRequest('The file is empty.');
    case 'cut_off':
      return invalidRequest('The file was cut off.');
    case 'unknown':
      return new ApiError('not_found', { message: 'There is no such upload.' });
    default:
      return fault satisfies never;
  }
}
