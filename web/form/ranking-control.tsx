import { maxRankedInLists } from '../../domain/form/page-size.ts';
import { attributeText } from '../parts/attribute-text.ts';
import type { ControlProps, Described } from './control-props.ts';
import { textOf } from './entered-texts.ts';
import type { Texts } from './texts.ts';

interface RankProps {
  readonly name: string;
  readonly rank: string;
  readonly maxRank: number;
  readonly described: Described;
  readonly texts: Texts;
}

const RankSelect = ({ name, rank, maxRank, described, texts }: RankProps) => (
  <select name={attributeText(name)} {...described}>
    <option value="">–</option>
    {Array.from({ length: maxRank }, (_, index) => index + 1).map((option) => (
      <option value={String(option)} selected={rank === String(option)} safe>
        {texts.number(option)}
      </option>
    ))}
  </select>
);

const RankInput = ({ name, rank, maxRank, described }: RankProps) => (
  <input
    type="number"
    name={attributeText(name)}
    value={attributeText(rank)}
    min="1"
    max={String(maxRank)}
    {...described}
  />
);

/**
 * The place of each choice: from a list, or as a number where lists of all places would be long. A script lets people drag the
 * choices into order.
 */
export const RankingControl = ({ field, typed, described, texts }: ControlProps) => {
  const { key, options = [] } = field;
  const Rank = options.length <= maxRankedInLists ? RankSelect : RankInput;
  const name = '{label}';
  return (
    <ol
      class="ranking"
      data-ranking
      data-up={texts.say('moveUp', { label: name })}
      data-down={texts.say('moveDown', { label: name })}
      data-placed={texts.say('placed', { label: name, position: '{position}' })}
    >
      {options.map(({ value, label }) => (
        <li>
          <label>
            <Rank
              name={`${key}.${value}`}
              rank={textOf(typed, `${key}.${value}`)}
              maxRank={options.length}
              described={described}
              texts={texts}
            />
            <span dir="auto" safe>
              {label}
            </span>
          </label>
        </li>
      ))}
    </ol>
  );
};
