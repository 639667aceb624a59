/** A value of an answer as text: choices joined, parts of an address or a matrix a line each. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, part]) => `${name}: ${textOf(part)}`)
      .join('\n');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}

/** The value of an answer. */
export function AnswerValue({ value }: { readonly value: unknown }) {
  const text = textOf(value);
  if (text === '') return <span class="quiet">no answer</span>;
  return (
    <span class="answer" safe>
      {text}
    </span>
  );
}

const longest = 80;

/** The beginning of a value, for a cell of a table. */
export const ShortAnswer = ({ value }: { readonly value: unknown }) => {
  const text = textOf(value)
    .slice(0, longest + 1)
    .replaceAll('\n', ', ');
  return <span safe>{text.length > longest ? `${text.slice(0, longest)}…` : text}</span>;
};
