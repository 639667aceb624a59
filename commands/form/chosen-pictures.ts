import { type Fault, faulty, inside } from '../../domain/check.ts';
import { bytesInWords } from '../../domain/file/file-rules.ts';
import {
  logoBytes,
  type LookChanges,
  type LookPicture,
  type PicturePlace,
  picturePlaces,
} from '../../domain/form/look.ts';
import { picture } from '../../domain/picture/decider.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { cleanLine } from '../../domain/text.ts';
import type { CommandDeps } from '../deps.ts';

/** A picture that a form is to show. */
export type ChosenPicture = Pick<LookPicture, 'alt' | 'pictureId'>;

/** A change of how a form looks, as a request has it. */
export type LookRequest = Pick<LookChanges, 'color'> & {
  readonly [Place in PicturePlace]?: ChosenPicture | null;
};

const unknown = faulty('invalid_option', 'The account has no such picture.');
const tooLarge = faulty(
  'out_of_range',
  `The picture is too large for a logo: at most ${bytesInWords(logoBytes)} are accepted.`,
);

/**
 * Finds the pictures that a form is to show among those of its account.
 * @returns the change with the sizes of the pictures; or a fault for each that the account does not have, below `/look`
 * @throws LogUnavailable
 */
export async function findPictures(
  deps: Pick<CommandDeps, 'aggregates'>,
  { color, ...chosen }: LookRequest,
  accountId: string,
): Promise<Result<LookChanges, readonly Fault[]>> {
  const changes: LookChanges = { ...(color !== undefined && { color }) };
  const faults: Fault[] = [];
  for (const place of picturePlaces) {
    const given = chosen[place];
    if (given === undefined) continue;
    const found = given === null ? ok(null) : await findPicture(deps, given, place, accountId);
    if (found.ok) changes[place] = found.value;
    else faults.push(...inside('look', inside(place, inside('picture_id', found.error))));
  }
  return faults.length > 0 ? err(faults) : ok(changes);
}

async function findPicture(
  { aggregates }: Pick<CommandDeps, 'aggregates'>,
  { pictureId, alt }: ChosenPicture,
  place: PicturePlace,
  accountId: string,
): Promise<Result<LookPicture, readonly Fault[]>> {
  const { state } = await aggregates.load(picture, streamOf.picture(pictureId));
  if (!state.exists || state.accountId !== accountId) return err(unknown);
  const { width, height, size } = state;
  if (place === 'logo' && size > logoBytes) return err(tooLarge);
  return ok({ pictureId, alt: cleanLine(alt), width, height });
}
