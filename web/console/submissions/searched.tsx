import { inUtc } from '../../parts/time.tsx';

interface SearchedProps {
  readonly lookedBackTo: string | null;
  readonly next: string | null;
  /** Whether the page has no items. With script, it then looks further by itself. */
  readonly isEmpty: boolean;
}

/** Says how far back a search has looked, and leads on. */
export const Searched = ({ lookedBackTo, next, isEmpty }: SearchedProps) =>
  lookedBackTo === null || next === null ? (
    <></>
  ) : (
    <p
      class="note"
      role="status"
      {...(isEmpty && {
        'hx-get': next,
        'hx-trigger': 'load delay:20ms',
        'hx-target': '#found',
        'hx-select': '#found',
        'hx-swap': 'outerHTML',
      })}
    >
      <span safe>{`Searched back to ${inUtc(lookedBackTo)}. `}</span>
      <a href={next}>Search earlier submissions</a>
    </p>
  );

/** Says that long answers of earlier submissions were searched in part. */
export const LongAnswers = ({ backTo }: { readonly backTo: string | null }) =>
  backTo === null ? (
    <></>
  ) : (
    <p class="note">
      <span safe>
        {`Submissions before ${inUtc(backTo)} with many words were searched by the words of their shorter answers. ` +
          'To search all of their words, choose an earlier last day under “More filters”.'}
      </span>
    </p>
  );
