import Type from 'typebox';
import { pictureTypes } from '../../../domain/picture/picture.ts';
import { at, pictureId } from '../examples.ts';
import { operations } from '../operation.ts';
import { Timestamp } from '../values.ts';

export const PictureRecord = Type.Object(
  {
    id: Type.String({ description: 'The id by which the look of a form names the picture.' }),
    type: Type.Enum(pictureTypes, { description: 'The media type that was found in the content.' }),
    width: Type.Integer({ description: 'In pixels, as browsers show it.' }),
    height: Type.Integer(),
    size: Type.Integer({ description: 'In bytes, without metadata.' }),
    stored_at: Timestamp,
  },
  { $id: 'Picture', description: 'A picture for the pages of forms.' },
);

/** Bytes of any type. */
const Bytes = { 'application/octet-stream': { schema: Type.Any() } };

/** A content with the type that was found in it. */
const Pictures = Object.fromEntries(pictureTypes.map((type) => [type, { schema: Type.Any() }]));

const record = { id: pictureId, type: 'image/png', width: 480, height: 160, size: 6_204, stored_at: at };

export const pictureOperations = operations('admin', 'admin: forms', {
  storePicture: {
    route: 'POST /accounts/:id/pictures',
    own: { operationId: 'storeOwnPicture' },
    scope: 'forms:write',
    summary: 'Store a picture for the pages of forms',
    description:
      'The body is a PNG, JPEG, WebP or GIF without movement, whatever its Content-Type; SVG is refused. Metadata such as the place of a ' +
      'photograph are removed, and at most 96 KiB and four million pixels may remain. A picture never changes: the same content has ' +
      'the same id. Its bytes count as `file_bytes` of the plan, and leave with the account. Forms name it in their `look`.',
    receives: Bytes,
    response: { 201: PictureRecord },
    gives: ['X-Log-Position', 'Location'],
    errors: ['payload_too_large', 'unsupported_media_type', 'plan_limit_reached'],
    examples: { answers: [record] },
  },
  readPicture: {
    route: 'GET /pictures/:id',
    own: { operationId: 'readOwnPicture' },
    scope: 'forms:read',
    summary: 'Read what is known of a picture',
    description: 'Type and size of a picture.',
    response: { 200: PictureRecord },
    examples: { answers: [record] },
  },
  downloadPicture: {
    route: 'GET /pictures/:id/content',
    own: { operationId: 'downloadOwnPicture' },
    scope: 'forms:read',
    summary: 'Download a picture',
    description: 'The content, without the metadata that it was uploaded with.',
    response: { 200: { description: 'The content of the picture.', content: Pictures } },
    examples: { answers: [] },
  },
});
