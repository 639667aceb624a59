/** The kinds of pictures, by the media types that are recognised in the content. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export type PictureType = (typeof pictureTypes)[number];

/** A still picture without its metadata. */
export interface Picture {
  readonly type: PictureType;
  /** In pixels, as browsers show it. */
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** The most bytes of an upload, with the metadata that are removed. */
export const uploadedPictureBytes = 256 * 1_024;
/** The most bytes of a picture without its metadata. */
export const pictureBytes = 96 * 1_024;
/** The most pixels of each side, and of the whole picture: a browser holds four bytes for each in memory. */
export const pictureSide = 4_096;
export const picturePixels = 4_000_000;

/** Why a content is refused. */
export type PictureFault =
  | { readonly reason: 'empty' }
  | { readonly reason: 'unknown_type' }
  /** Cut off, or in parts that contradict each other. */
  | { readonly reason: 'damaged' }
  /** People could not stop it. */
  | { readonly reason: 'animated' }
  | { readonly reason: 'too_many_pixels' }
  | { readonly reason: 'too_large' };

/** Thrown within a reader of a format for a content that ends too early, or contradicts itself. */
export class DamagedPicture extends Error {
  constructor() {
    super('the picture is damaged');
    this.name = 'DamagedPicture';
  }
}

/** Thrown within a reader of a format for a content of several frames. */
export class AnimatedPicture extends Error {
  constructor() {
    super('the picture is animated');
    this.name = 'AnimatedPicture';
  }
}
