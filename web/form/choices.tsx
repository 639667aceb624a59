import { attributeText } from '../parts/attribute-text.ts';
import type { Described } from './control-props.ts';
import type { Texts } from './texts.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface ChoicesProps {
  readonly type: 'radio' | 'checkbox';
  readonly name: string;
  readonly choices: readonly Choice[];
  readonly chosen: ReadonlySet<string>;
  readonly required: boolean;
  readonly described: Described;
  readonly texts: Texts;
  readonly class?: string;
  /** The attributes of labels that are texts of the page and not of the form. */
  readonly attributes?: Texts['attributes'];
}

export const Choices = ({
  type,
  name,
  choices,
  chosen,
  required,
  described,
  texts,
  ...list
}: ChoicesProps) => (
  <div class={list.class ?? 'choices'}>
    {choices.map(({ value, label }) => (
      <label>
        <input
          type={type}
          name={attributeText(name)}
          value={attributeText(value)}
          checked={chosen.has(value)}
          required={required && type === 'radio'}
          {...described}
        />
        <span dir="auto" {...list.attributes} safe>
          {label}
        </span>
      </label>
    ))}
    {type === 'radio' && !required && <NoAnswer name={name} texts={texts} />}
  </div>
);

/** Takes a choice back: a radio button cannot be unselected. The style sheet shows it beside a choice only. */
export const NoAnswer = ({ name, texts }: Pick<ChoicesProps, 'name' | 'texts'>) => (
  <label class="none">
    <input type="radio" name={name} value="" />
    <span {...texts.attributes} safe>
      {texts.say('noAnswer')}
    </span>
  </label>
);
