import { attributeText } from '../../parts/attribute-text.ts';
import { Choice as Select } from '../../parts/choice.tsx';
import { type Choice, distinctNames, type Named, type NamedThings } from './named.ts';

/** So many names are a list to choose from; of more, one is searched by typing. */
const listed = 30;

/** The most candidates that are shown for a text that several names have. */
const shownCandidates = 20;

interface NamedChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly offered: readonly Named[];
  readonly choice: Choice;
}

/** A choice of a thing by its name; without script, too. */
export const NamedChoice = ({ name, label, offered, choice }: NamedChoiceProps) => {
  const texts = distinctNames(offered);
  if (offered.length <= listed && choice.kind !== 'unclear') {
    const isOffered = choice.kind === 'none' || texts.has(choice.id);
    const values = [...texts, ...(isOffered ? [] : [[choice.id, shownName(choice, texts)] as const])];
    const chosen = choice.kind === 'thing' ? choice.id : undefined;
    return <Select name={name} label={label} values={values} chosen={chosen} />;
  }
  return (
    <label class="broad">
      <span safe>{label}</span>
      <input
        type="search"
        name={name}
        list={`${name}-names`}
        placeholder="All; type a name"
        autocomplete="off"
        maxlength="300"
        value={attributeText(shownName(choice, texts))}
      />
      <datalist id={`${name}-names`}>
        {[...texts.values()].map((text) => (
          <option value={attributeText(text)} />
        ))}
      </datalist>
    </label>
  );
};

function shownName(choice: Choice, texts: ReadonlyMap<string, string>): string {
  if (choice.kind === 'none') return '';
  return choice.kind === 'unclear' ? choice.text : (texts.get(choice.id) ?? choice.name ?? choice.id);
}

interface UnclearProps {
  readonly things: Pick<NamedThings, 'noun'>;
  readonly choice: Choice;
  /** The address of the page with one of the candidates. */
  readonly addressOf: (id: string) => string;
}

/** Says that a typed name is of no thing, or of several to choose from. */
export const UnclearChoice = ({ things: { noun }, choice, addressOf }: UnclearProps) => {
  if (choice.kind !== 'unclear') return <></>;
  const { text, candidates } = choice;
  const texts = distinctNames(candidates);
  return candidates.length === 0 ? (
    <p class="note" role="status" safe>{`No ${noun} has “${text}” in its name.`}</p>
  ) : (
    <div class="note" role="status">
      <p safe>{`${candidates.length} ${noun}s have “${text}” in their names:`}</p>
      <ul>
        {[...texts].slice(0, shownCandidates).map(([id, name]) => (
          <li>
            <a href={addressOf(id)} safe>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
};
