import type { WordedChange } from '../../../projections/queries/worded/aspects.ts';
import type { LongTexts } from '../../parts/long-texts.ts';

interface ChangesProps {
  readonly changes: readonly WordedChange[];
  readonly longTexts: LongTexts;
}

const Side = ({ text, longTexts }: { readonly text: string | null; readonly longTexts: LongTexts }) =>
  text === null || text === '' ? (
    <span class="quiet">empty</span>
  ) : (
    <span class="said" safe>
      {longTexts.shortened(text)}
    </span>
  );

interface WordsProps {
  readonly words: readonly { readonly label: string; readonly text: string }[];
  readonly longTexts: LongTexts;
}

/** The properties of a state. */
export const Words = ({ words, longTexts }: WordsProps) => (
  <dl class="words">
    {words.map(({ label, text }) => (
      <div>
        <dt safe>{label}</dt>
        <dd class="said" safe>
          {longTexts.shortened(text)}
        </dd>
      </div>
    ))}
  </dl>
);

/** The state in which a thing began. */
export const Beginning = ({ changes, longTexts }: ChangesProps) => {
  const words = changes.flatMap(({ label, after: text }) => (text === null ? [] : [{ label, text }]));
  return words.length === 0 ? (
    <></>
  ) : (
    <details class="raw">
      <summary>As it began</summary>
      <Words words={words} longTexts={longTexts} />
    </details>
  );
};

/** What changed, before and after side by side. */
export const Changes = ({ changes, longTexts }: ChangesProps) =>
  changes.length === 0 ? (
    <></>
  ) : (
    <table class="beside">
      <thead>
        <tr>
          <th scope="col">Changed</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ label, before, after }) => (
          <tr>
            <th scope="row" safe>
              {label}
            </th>
            <td class="before">
              <Side text={before} longTexts={longTexts} />
            </td>
            <td class="after">
              <Side text={after} longTexts={longTexts} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
