import type { SubjectKind } from '../../../domain/sentences/sentence.ts';
import type { NamedPart } from '../../../projections/queries/worded/names.ts';

/** The pages of things; those without one are named without a link. */
const pages: Partial<Readonly<Record<SubjectKind, string>>> = {
  account: '/console/accounts/',
  form: '/console/forms/',
  submission: '/console/submissions/',
  destination: '/console/destinations/',
  delivery: '/console/deliveries/',
  recovery: '/console/recoveries/',
};

interface SentenceProps {
  readonly parts: readonly NamedPart[];
  /** The thing that the page is about, which needs no link. */
  readonly except?: string;
}

/** What happened, with links to the things that the sentence names. */
export const Sentence = ({ parts, except }: SentenceProps) => (
  <span class="sentence">
    {parts.map(({ text, subject }) => {
      const page = subject === null || subject.id === except ? undefined : pages[subject.kind];
      return page === undefined || subject === null ? (
        <span safe>{text}</span>
      ) : (
        <a href={page + encodeURIComponent(subject.id)} safe>
          {text}
        </a>
      );
    })}
  </span>
);
