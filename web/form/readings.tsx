import type { FieldDefinition } from '../../domain/form/field.ts';
import type { FormLocale } from '../../domain/form/locale.ts';
import { currencyOf, priceOf } from '../../domain/form/price.ts';
import { moneyText } from '../../domain/submission/currencies.ts';
import { plainNumber } from '../../domain/submission/reading/decimal.ts';
import { forControl } from '../../domain/submission/reading/written-number.ts';
import type { ControlProps } from './control-props.ts';
import { type EnteredTexts, textOf } from './entered-texts.ts';
import { choiceName, parseMoney, parseNumber, parseTime } from './parse-values.ts';
import type { Texts } from './texts.ts';

interface Choice {
  /** One of the readings of a text. */
  readonly value: string;
  readonly label: string;
}

/** How a text was understood, or the readings to choose from. */
interface Reading {
  readonly as: string | null;
  readonly choices: readonly Choice[];
}

const noReading: Reading = { as: null, choices: [] };

function findReading(field: FieldDefinition, typed: EnteredTexts, locale: FormLocale, texts: Texts): Reading {
  switch (field.kind) {
    case 'number': {
      const read = parseNumber(field, typed, locale);
      if (read === null) return noReading;
      if (!read.ok) return { as: null, choices: read.error.choices.map(numberChoice(texts)) };
      const text = forControl(plainNumber(read.value), locale.language ?? undefined);
      return { as: text === textOf(typed, field.key).trim() ? null : text, choices: [] };
    }
    case 'payment': {
      const read = priceOf(field) ? null : parseMoney(field, typed, locale);
      if (read === null) return noReading;
      const currency = currencyOf(field) ?? textOf(typed, `${field.key}.currency`).trim().toUpperCase();
      if (!read.ok)
        return {
          as: null,
          choices: read.error.choices.map((value) => ({ value, label: `${value} ${currency}` })),
        };
      return { as: moneyText(read.value.amount, currency), choices: [] };
    }
    case 'datetime': {
      const read = parseTime(field, typed, locale);
      if (read === null || read.ok) return noReading;
      return { as: null, choices: read.error.choices.map(timeChoice(texts)) };
    }
    default:
      return noReading;
  }
}

/** The whole number of two readings comes first, the one with decimals second. */
const numberChoice =
  ({ say }: Texts) =>
  (value: string, index: number): Choice => {
    if (index === 0) return { value, label: say('wholeNumber', { number: value }) };
    const [below, above] = [Math.floor(Number(value)), Math.ceil(Number(value))];
    if (below === above) return { value, label: say('zeroDecimals', { number: value }) };
    return { value, label: say('between', { number: value, below, above }) };
  };

const timeChoice =
  ({ say }: Texts) =>
  (value: string, index: number): Choice => {
    const values = { time: value.slice(11, 16), offset: value.slice(-6) };
    return { value, label: say(index === 0 ? 'beforeChange' : 'afterChange', values) };
  };

interface ReadingsProps extends ControlProps {
  readonly locale: FormLocale;
}

/** The readings of a text that has two, to choose from; otherwise how the text was understood, where it differs. */
export function Readings({ field, typed, described, texts, locale }: ReadingsProps): JSX.Element {
  const { as, choices } = findReading(field, typed, locale, texts);
  if (choices.length > 0)
    return (
      <div class="choices" role="radiogroup" aria-label={texts.say('whichOne')} {...texts.attributes}>
        {choices.map(({ value, label }) => (
          <label>
            <input type="radio" name={choiceName(field)} value={value} {...described} />
            <span safe>{label}</span>
          </label>
        ))}
      </div>
    );
  return as === null ? (
    <></>
  ) : (
    <small {...texts.attributes} safe>
      {texts.say('understood', { text: as })}
    </small>
  );
}
