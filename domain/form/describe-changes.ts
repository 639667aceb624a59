import type { FormChange } from './relevant-changes.ts';

/** The most changes that are named, and the most characters of a label among them. */
const [maxNamed, maxLabelLength] = [10, 100];

/** What has changed, in sentences. */
export function describeChanges(changes: readonly FormChange[]): string {
  const more = changes.length - maxNamed;
  const sentences = changes.slice(0, maxNamed).map(sentenceOf);
  return [...sentences, ...(more > 0 ? [`There are ${more} more changes.`] : [])].join(' ');
}

function quoted({ label }: { readonly label: string }): string {
  const characters = Array.from(label.replace(/\s+/g, ' ').trim());
  const isLong = characters.length > maxLabelLength;
  return `"${characters.slice(0, maxLabelLength).join('')}${isLong ? '…' : ''}"`;
}

function sentenceOf(change: FormChange): string {
  switch (change.aspect) {
    case 'description':
      return 'The description of the form has changed.';
    case 'statement':
      return `The text ${quoted(change.now)} has changed or is new.`;
    case 'question': {
      const [before, after] = [quoted(change.shown), quoted(change.now)];
      return before === after
        ? `The wording of ${after} has changed.`
        : `The question ${before} is now ${after}.`;
    }
    case 'kind':
      return `The question ${quoted(change.now)} takes answers of another kind.`;
    case 'choices':
      return `The choices of ${quoted(change.now)} have changed.`;
    case 'steps':
      return `The steps of ${quoted(change.now)} have changed.`;
    case 'price':
      return `The price of ${quoted(change.now)} has changed.`;
    case 'removed':
      return `The question ${quoted(change.shown)} is no longer asked.`;
    case 'added':
      return `The question ${quoted(change.now)} is new and requires an answer.`;
    case 'required':
      return `The question ${quoted(change.now)} requires an answer now.`;
    case 'unfit': {
      const faults = [...new Set(change.faults.map(({ message }) => message))].slice(0, 3).join(' ');
      return `The answer to ${quoted(change.now)} no longer fits. ${faults}`;
    }
    default:
      return change satisfies never;
  }
}
