/** Why an upload is refused, whatever its store. Its bytes are removed. */
export type UploadFault =
  | { readonly reason: 'too_large'; readonly maxBytes: number }
  | { readonly reason: 'wrong_type'; readonly type: string }
  | { readonly reason: 'empty' }
  | { readonly reason: 'infected'; readonly found: string }
  /** The bytes ended before their announced number, or the upload is not there. */
  | { readonly reason: 'cut_off' | 'unknown' };

export class UploadRefused extends Error {
  constructor(readonly fault: UploadFault) {
    super(`the upload is refused: ${fault.reason}`);
    this.name = 'UploadRefused';
  }
}

const fullCodes = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Whether an error of the file system says that there is no room. */
export const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && fullCodes.includes(String(error.code));
