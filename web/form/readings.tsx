import type { FieldDefinition } from '../../domain/form/field.ts';
import type { FormLocale } from '../../domain/form/locale.ts';
import { moneyText } from '../../domain/submission/currencies.ts';
import { plainNumber } from '../../domain/submission/reading/decimal.ts';
import { forControl } from '../../domain/submission/reading/written-number.ts';
import type { ControlProps } from './control-props.ts';
import { textOf, type Typed } from './typed.ts';
import { choiceName, writtenMoney, writtenNumber, writtenTime } from './written-values.ts';

interface Choice {
  /** One of the readings of a text. */
  readonly value: string;
  readonly label: string;
}

/** How a text was understood, or the readings to choose from. */
interface Understood {
  readonly as: string | null;
  readonly choices: readonly Choice[];
}

const nothing: Understood = { as: null, choices: [] };

function understood(field: FieldDefinition, typed: Typed, locale: FormLocale): Understood {
  switch (field.kind) {
    case 'number': {
      const read = writtenNumber(field, typed, locale);
      if (read === null) return nothing;
      if (!read.ok) return { as: null, choices: read.error.choices.map(numberChoice) };
      const text = forControl(plainNumber(read.value), locale.language ?? undefined);
      return { as: text === textOf(typed, field.key).trim() ? null : text, choices: [] };
    }
    case 'payment': {
      const read = writtenMoney(field, typed, locale);
      if (read === null) return nothing;
      const currency = textOf(typed, `${field.key}.currency`).trim().toUpperCase();
      if (!read.ok)
        return {
          as: null,
          choices: read.error.choices.map((value) => ({ value, label: `${value} ${currency}` })),
        };
      return { as: moneyText(read.value.amount, currency), choices: [] };
    }
    case 'datetime': {
      const read = writtenTime(field, typed, locale);
      if (read === null || read.ok) return nothing;
      return { as: null, choices: read.error.choices.map(timeChoice) };
    }
    default:
      return nothing;
  }
}

/** The whole number of two readings comes first, the one with decimals second. */
function numberChoice(value: string, index: number): Choice {
  if (index === 0) return { value, label: `${value}, a whole number` };
  const [below, above] = [Math.floor(Number(value)), Math.ceil(Number(value))];
  const which = below === above ? 'with decimals that are 0' : `a number between ${below} and ${above}`;
  return { value, label: `${value}, ${which}` };
}

function timeChoice(value: string, index: number): Choice {
  const side = index === 0 ? 'before the clocks go back' : 'after the clocks have gone back';
  return { value, label: `${value.slice(11, 16)}, ${side} (${value.slice(-6)})` };
}

interface ReadingsProps extends Pick<ControlProps, 'field' | 'typed' | 'described'> {
  readonly locale: FormLocale;
}

/** The readings of a text that has two, to choose from; otherwise how the text was understood, where it differs. */
export function Readings({ field, typed, described, locale }: ReadingsProps): JSX.Element {
  const { as, choices } = understood(field, typed, locale);
  if (choices.length > 0)
    return (
      <div class="choices" role="radiogroup" aria-label="Which one do you mean?">
        {choices.map(({ value, label }) => (
          <label>
            <input type="radio" name={choiceName(field)} value={value} {...described} />
            <span safe>{label}</span>
          </label>
        ))}
      </div>
    );
  return as === null ? <></> : <small safe>{`Understood as ${as}.`}</small>;
}
