import { maxRankedInLists } from '../../domain/form/page-size.ts';
import type { ControlProps, Described } from './control-props.ts';
import type { Texts } from './texts.ts';
import { textOf } from './typed.ts';

interface PlaceProps {
  readonly name: string;
  readonly place: string;
  readonly places: number;
  readonly described: Described;
  readonly texts: Texts;
}

const PlaceList = ({ name, place, places, described, texts }: PlaceProps) => (
  <select name={name} {...described}>
    <option value="">–</option>
    {Array.from({ length: places }, (_, index) => index + 1).map((each) => (
      <option value={String(each)} selected={place === String(each)} safe>
        {texts.number(each)}
      </option>
    ))}
  </select>
);

const PlaceNumber = ({ name, place, places, described }: PlaceProps) => (
  <input type="number" name={name} value={place} min="1" max={String(places)} {...described} />
);

/** The place of each choice: from a list, or as a number where lists of all places would be long. */
export const RankingControl = ({ field, typed, described, texts }: ControlProps) => {
  const { key, options = [] } = field;
  const Place = options.length <= maxRankedInLists ? PlaceList : PlaceNumber;
  return (
    <div class="ranking">
      {options.map(({ value, label }) => (
        <label>
          <Place
            name={`${key}.${value}`}
            place={textOf(typed, `${key}.${value}`)}
            places={options.length}
            described={described}
            texts={texts}
          />
          <span dir="auto" safe>
            {label}
          </span>
        </label>
      ))}
    </div>
  );
};
