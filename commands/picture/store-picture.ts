import { derivedId } from '../../domain/derived-id.ts';
import type { Problem } from '../../domain/errors.ts';
import { bytesInWords } from '../../domain/file/file-rules.ts';
import { picture, type StoredPicture } from '../../domain/picture/decider.ts';
import {
  type Picture,
  pictureBytes,
  type PictureFault,
  picturePixels,
  pictureSide,
} from '../../domain/picture/picture.ts';
import { readPicture } from '../../domain/picture/read-picture.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import { reserveBytes } from '../file/file-bytes.ts';
import { invalid, type Refusal } from '../refusal.ts';

type Deps = Pick<CommandDeps, 'aggregates' | 'now' | 'plans'>;

export interface PictureOutcome {
  readonly picture: StoredPicture;
  /** Null if the account has the picture already. */
  readonly position: bigint | null;
}

const side = pictureSide.toLocaleString('en');

const faults: Readonly<Record<PictureFault['reason'], string>> = {
  empty: 'The picture is empty.',
  unknown_type: 'The content is no PNG, JPEG, WebP or GIF.',
  damaged: 'The picture is damaged: a part of it is missing, or contradicts another one.',
  animated: 'The picture is animated. People could not stop it: take one without movement.',
  too_many_pixels: `The picture has too many pixels: at most ${side} on a side, and ${picturePixels / 1_000_000} million in all, are accepted.`,
  too_large: `The picture is too large: at most ${bytesInWords(pictureBytes)} are accepted.`,
};

const codeOf = ({ reason }: PictureFault): Problem['code'] => {
  if (reason === 'empty') return 'required';
  return reason === 'too_large' || reason === 'too_many_pixels' ? 'out_of_range' : 'invalid_format';
};

/** The id of a content in an account. The same content has the same id, and in another account another one. */
const idOf = (accountId: string, content: string): string => derivedId('picture', accountId, content);

/**
 * Stores a picture in the account of the context, without its metadata. Storing it again has no effect.
 * @param bytes as they were uploaded
 * @returns a refusal for what is no still picture within the limits, and if the plan has no room
 * @throws LogUnavailable
 */
export async function storePicture(
  deps: Deps,
  bytes: Uint8Array,
  { requestKey: _, ...context }: CommandContext,
): Promise<Result<PictureOutcome, Refusal>> {
  const read = readPicture(bytes);
  if (!read.ok) {
    const message = faults[read.error.reason];
    return invalid(message, [{ path: '', code: codeOf(read.error), message }]);
  }
  const content = Buffer.from(read.value.bytes).toString('base64');
  return store(deps, read.value, content, context);
}

async function store(
  deps: Deps,
  { type: mediaType, width, height, bytes: { length: size } }: Picture,
  content: string,
  context: CommandContext,
): Promise<Result<PictureOutcome, Refusal>> {
  const { accountId } = context;
  const pictureId = idOf(accountId, content);
  const stream = streamOf.picture(pictureId);
  const present = await deps.aggregates.load(picture, stream);
  if (present.state.exists) return ok({ picture: present.state, position: null });
  const at = deps.now().toISOString();
  const reserved = await reserveBytes(deps, { fileId: pictureId, bytes: size, at }, context);
  if (!reserved.ok) return reserved;
  const data = { pictureId, accountId, mediaType, width, height, size, content, at };
  const stored = await deps.aggregates.execute(
    picture,
    stream,
    [{ type: 'StorePicture', ...data }],
    context,
    { isNew: true },
  );
  if (!stored.ok) return stored;
  const { state, position } = stored.value;
  if (!state.exists) throw new Error('a picture was not stored');
  return ok({ picture: state, position });
}
