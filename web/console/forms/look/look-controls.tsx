import { bytesInWords } from '../../../../domain/file/file-rules.ts';
import { logoBytes, longestAlt, type LookPicture, type PicturePlace } from '../../../../domain/form/look.ts';
import { pictureBytes, pictureTypes } from '../../../../domain/picture/picture.ts';
import { shownLogoSize } from '../../../form/look/look-pictures.tsx';
import { attributeText } from '../../../parts/attribute-text.ts';

/** The texts of the controls of a picture. */
export interface PictureDraft {
  /** The picture that the form has. */
  readonly present: LookPicture | null;
  readonly alt: string;
  readonly isRemoved: boolean;
}

/** The texts of the controls. */
export interface LookDraft extends Readonly<Record<PicturePlace, PictureDraft>> {
  readonly hasColor: boolean;
  readonly color: string;
}

interface ColorProps extends Pick<LookDraft, 'color' | 'hasColor'> {
  readonly problem: string | undefined;
}

export const ColorControls = ({ hasColor, color, problem }: ColorProps): JSX.Element => (
  <fieldset class="own-color">
    <legend>Colour of buttons and links</legend>
    <label>
      <input type="radio" name="has_color" value="no" checked={!hasColor} />
      That of all forms
    </label>
    <label>
      <input type="radio" name="has_color" value="yes" checked={hasColor} />A colour of its own
    </label>
    <label>
      Its colour
      <input
        type="color"
        name="color"
        value={attributeText(color)}
        aria-describedby="color-help"
        {...(problem !== undefined && { 'aria-invalid': 'true' as const })}
      />
      <small id="color-help" safe>
        {problem ?? 'Links are darkened, or in dark mode lightened, until they can be read.'}
      </small>
    </label>
  </fieldset>
);

const places = {
  logo: {
    name: 'Logo',
    most: logoBytes,
    help: 'Above the title, at most 320 pixels wide and 80 high.',
    fit: { width: 640, height: 160 },
  },
  cover: {
    name: 'Cover',
    most: pictureBytes,
    help: 'At the top of the page, as wide as the questions.',
    fit: { width: 1_280, height: 640 },
  },
} as const satisfies Record<PicturePlace, object>;

interface PictureProps {
  readonly place: PicturePlace;
  readonly draft: PictureDraft;
  /** The address below which the console shows the pictures of the form. */
  readonly picturesAt: string;
  readonly problem: string | undefined;
}

const Present = ({
  place,
  picturesAt,
  picture,
}: Omit<PictureProps, 'draft' | 'problem'> & { picture: LookPicture }) => (
  <p class="present-picture">
    <img
      src={`${picturesAt}/${picture.pictureId}`}
      alt={attributeText(picture.alt === '' ? `The present ${place}` : picture.alt)}
      {...(place === 'logo' ? shownLogoSize(picture) : { width: picture.width, height: picture.height })}
    />
  </p>
);

/** A picture: the present one, a file for another one, its text, and a box that takes it away. */
export function PictureControls({ place, draft, picturesAt, problem }: PictureProps): JSX.Element {
  const { name, most, help, fit } = places[place];
  const { present, alt, isRemoved } = draft;
  return (
    <fieldset class="own-picture">
      <legend>{name}</legend>
      {present !== null && <Present place={place} picturesAt={picturesAt} picture={present} />}
      <label>
        {present ? 'Another picture' : 'Picture'}
        <input
          type="file"
          name={place}
          accept={pictureTypes.join(',')}
          aria-describedby={`${place}-help`}
          data-picture
          data-most-bytes={String(most)}
          data-fit={`${fit.width} ${fit.height}`}
          {...(problem !== undefined && { 'aria-invalid': 'true' as const })}
        />
        <small id={`${place}-help`} safe>
          {problem ?? `${help} PNG, JPEG, WebP or GIF of at most ${bytesInWords(most)}, without movement.`}
        </small>
      </label>
      <label>
        Text for people who do not see it
        <input
          type="text"
          name={`${place}_alt`}
          value={attributeText(alt)}
          maxlength={String(longestAlt)}
          aria-describedby={`${place}-alt-help`}
        />
        <small id={`${place}-alt-help`}>Empty if the picture only decorates the page.</small>
      </label>
      {present !== null && (
        <label>
          <input type="checkbox" name={`${place}_removed`} value="yes" checked={isRemoved} />
          <span safe>{`No ${place}`}</span>
        </label>
      )}
    </fieldset>
  );
}
