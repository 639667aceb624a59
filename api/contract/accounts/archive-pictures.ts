import { type PicturePlace, picturePlaces } from '../../../domain/form/look.ts';
import type { PictureType } from '../../../domain/picture/picture.ts';

/** Names that the folder of a form may have. None leads out of its folder. */
export const folderPattern = '[a-z0-9][a-z0-9-]{0,99}';

const endings: Readonly<Record<PictureType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
};

/** The path of a picture of a form. @param folder the name of the form's folder, its slug */
export const pictureMember = (folder: string, place: PicturePlace, type: PictureType): string =>
  `forms/${folder}/${place}.${endings[type]}`;

const picturePath = new RegExp(
  `^forms/${folderPattern}/(${picturePlaces.join('|')})\\.(${Object.values(endings).join('|')})$`,
);

/** Returns whether a member may be a picture of a form. */
export const isPictureMember = (path: string): boolean => picturePath.test(path);
