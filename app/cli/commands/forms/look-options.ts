import { type Command, InvalidArgumentError } from 'commander';
import { type PicturePlace, picturePlaces } from '../../../../domain/form/look.ts';
import type { ApiClient } from '../../client/client.ts';
import { misused } from '../../failure.ts';
import { uploadPicture } from '../pictures/upload-picture.ts';

/** The options that say how the public pages of a form look. */
export interface LookOptions {
  readonly color?: string;
  /** The file of a picture; false for none. */
  readonly logo?: string | false;
  readonly cover?: string | false;
  readonly logoAlt?: string;
  readonly coverAlt?: string;
}

function colorOrNone(value: string): string {
  if (value !== '' && !/^#?[0-9a-fA-F]{6}$/.test(value))
    throw new InvalidArgumentError('Must be a colour such as #1d4ed8.');
  return value === '' ? '' : `#${value.replace('#', '').toLowerCase()}`;
}

export const withLook = (command: Command): Command =>
  command
    .option(
      '--color <rrggbb>',
      'the colour of buttons and links on its pages, such as 1d4ed8; "" for that of all forms',
      colorOrNone,
    )
    .option('--logo <file>', 'the picture above the title: a PNG, JPEG, WebP or GIF of at most 32 KB')
    .option('--logo-alt <text>', 'the text for people who do not see the logo')
    .option('--no-logo', 'take the logo away')
    .option('--cover <file>', 'the picture at the top of its pages, of at most 96 KB')
    .option('--cover-alt <text>', 'the text for people who do not see the cover')
    .option('--no-cover', 'take the cover away');

/** A picture that a form has. */
type PresentLook = { readonly [Place in PicturePlace]?: { readonly picture_id: string } | null | undefined };

interface Target {
  readonly api: ApiClient;
  /** How the form looks; null for one that does not exist yet. */
  readonly present: PresentLook | null;
  /** Returns the path of the pictures of the form's account. */
  readonly picturesPath: () => Promise<string>;
}

/**
 * Uploads the pictures that the options name.
 * @returns the setting `look` of a form that the options change; empty if none is given
 * @throws CommandFailure for a text without its picture, and for a picture that is refused
 */
export async function lookOf(
  { color, ...options }: LookOptions,
  target: Target,
): Promise<Readonly<Record<string, object>>> {
  const look: Record<string, unknown> = {
    ...(color !== undefined && { color: color === '' ? null : color }),
  };
  for (const place of picturePlaces) {
    const file = options[place];
    const alt = options[`${place}Alt`];
    if (typeof file === 'string') look[place] = await uploaded(target, file, alt);
    else if (file === false) look[place] = null;
    else if (alt !== undefined) look[place] = { picture_id: presentIn(target, place), alt };
  }
  return Object.keys(look).length === 0 ? {} : { look };
}

function presentIn({ present }: Target, place: PicturePlace): string {
  const picture = present?.[place];
  if (!picture) throw misused(`The form has no ${place}. Name its file with --${place}.`);
  return picture.picture_id;
}

async function uploaded({ api, picturesPath }: Target, file: string, alt = ''): Promise<object> {
  const { id } = await uploadPicture(api, await picturesPath(), file);
  return { picture_id: id, alt };
}

/** Whether an option changes how a form looks. */
export const changesLook = ({ color, logo, logoAlt, cover, coverAlt }: LookOptions): boolean =>
  [color, logo, logoAlt, cover, coverAlt].some((option) => option !== undefined);
