import { changeForm } from '../../../../commands/form/change-form.ts';
import type { LookRequest } from '../../../../commands/form/chosen-pictures.ts';
import type { FormOutcome } from '../../../../commands/form/form-outcome.ts';
import { storePicture } from '../../../../commands/picture/store-picture.ts';
import type { Refusal } from '../../../../commands/refusal.ts';
import { bytesInWords } from '../../../../domain/file/file-rules.ts';
import {
  defaultLook,
  type FormLook,
  type PicturePlace,
  picturePlaces,
} from '../../../../domain/form/look.ts';
import { uploadedPictureBytes } from '../../../../domain/picture/picture.ts';
import { err, ok, type Result } from '../../../../domain/result.ts';
import type { CommandContext } from '../../../../log/aggregates.ts';
import type { InputProblem } from '../../../check-input.ts';
import type { LookDraft } from './look-controls.tsx';
import type { SentLook } from './read-look-form.ts';

export type LookSaverDeps = Parameters<typeof changeForm>[0] & Parameters<typeof storePicture>[0];

const usualColor = '#1d4ed8';

/** The controls as a form has them. */
export const draftOf = ({ color, logo, cover }: FormLook = defaultLook): LookDraft => ({
  hasColor: color !== null,
  color: color ?? usualColor,
  logo: { present: logo, alt: logo?.alt ?? '', isRemoved: false },
  cover: { present: cover, alt: cover?.alt ?? '', isRemoved: false },
});

/** The controls as a browser sent them. */
export function sentDraft(body: SentLook, present: FormLook = defaultLook): LookDraft {
  const textOf = (name: string): string => {
    const value = body[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const picture = (place: PicturePlace) => ({
    present: present[place],
    alt: textOf(`${place}_alt`),
    isRemoved: textOf(`${place}_removed`) === 'yes',
  });
  return {
    hasColor: textOf('has_color') === 'yes',
    color: textOf('color'),
    logo: picture('logo'),
    cover: picture('cover'),
  };
}

/**
 * Stores the pictures that were chosen, and changes how the form looks.
 * @param color checked; null for that of all forms
 * @returns the problems of what was sent; or the refusal of the change
 * @throws LogUnavailable
 */
export async function saveLook(
  deps: LookSaverDeps,
  formId: string,
  color: string | null,
  draft: LookDraft,
  body: SentLook,
  context: CommandContext,
): Promise<Result<FormOutcome, Refusal | readonly InputProblem[]>> {
  const look: { -readonly [Member in keyof LookRequest]: LookRequest[Member] } = { color };
  const problems: InputProblem[] = [];
  for (const place of picturePlaces) {
    const { present, alt, isRemoved } = draft[place];
    const bytes = body[place];
    if (isRemoved) look[place] = null;
    else if (Buffer.isBuffer(bytes)) {
      const stored = await store(deps, bytes, context);
      if (stored.ok) look[place] = { pictureId: stored.value, alt };
      else problems.push({ path: `/look/${place}`, message: stored.error });
    } else if (present) look[place] = { pictureId: present.pictureId, alt };
  }
  if (problems.length > 0) return err(problems);
  const changed = await changeForm(deps, { formId, changes: { look } }, context);
  const { error } = changed.ok ? { error: null } : changed;
  return error?.code === 'invalid_request' ? err(error.problems) : changed;
}

async function store(
  deps: LookSaverDeps,
  bytes: Buffer,
  context: CommandContext,
): Promise<Result<string, string>> {
  if (bytes.length > uploadedPictureBytes)
    return err(`The picture is too large: at most ${bytesInWords(uploadedPictureBytes)} are accepted.`);
  const stored = await storePicture(deps, bytes, context);
  if (stored.ok) return ok(stored.value.picture.pictureId);
  const { error } = stored;
  return err(error.code === 'invalid_request' ? error.message : 'The plan has no room for the picture.');
}
