import type { OpenDraft, OutdatedSubject } from '../../../commands/form-draft/read-draft.ts';
import type { DraftField } from '../../../domain/form-draft/draft-field.ts';
import type { DraftChanges } from '../../../domain/form-draft/events.ts';
import { linesOf } from './choice-lines.ts';
import { summaryOf } from './question-list.tsx';

const detailPrefix = 'form:';

/** What the draft has of a subject: a question, null for one that it has removed, or a text. */
function mineOf({ draft }: OpenDraft, subject: string): DraftField | string | null {
  if (subject.startsWith(detailPrefix))
    return String(Reflect.get(draft.details, subject.slice(detailPrefix.length)));
  return draft.fields.find(({ id }) => id === subject) ?? null;
}

/** A question in words, as far as they tell two versions of it apart. */
const inWords = (version: DraftField | string | null): string => {
  if (version === null) return 'Removed';
  if (typeof version === 'string') return version === '' ? 'Blank' : version;
  const { label, options, help } = version;
  const parts = [label, summaryOf(version), help, linesOf(options).replaceAll('\n', ', ')];
  return parts.filter((part) => part !== '').join(' · ');
};

/** The questions that the draft and the form have changed differently: one of the versions is chosen for each. */
export const Outdated = ({ open }: { readonly open: OpenDraft }) => (
  <section class="problem outdated" aria-labelledby="outdated-title">
    <h2 id="outdated-title">Changed in the form, and in this draft</h2>
    {open.outdated.map(({ subject, published }) => (
      <div class="versions" data-outdated={subject}>
        <div>
          <h3>As it is published</h3>
          <p safe>{inWords(published)}</p>
          <button type="submit" form="edit-form" name="action" value={`take ${subject}`} class="secondary">
            Take the published one
          </button>
        </div>
        <div>
          <h3>As it is in the draft</h3>
          <p safe>{inWords(mineOf(open, subject))}</p>
          <button type="submit" form="edit-form" name="action" value={`keep ${subject}`} class="secondary">
            Keep the draft's
          </button>
        </div>
      </div>
    ))}
  </section>
);

/** The version of a subject as changes of the draft. */
function changesTo(subject: string, version: OutdatedSubject['published']): DraftChanges {
  if (typeof version === 'string') return { details: { [subject.slice(detailPrefix.length)]: version } };
  return version === null ? { removed: [subject] } : { fields: [version] };
}

/** Returns the changes of a choice between two versions, such as `take ID` or `keep form:title`; null for any other action. */
export function chosenVersion(open: OpenDraft, action: string): DraftChanges | null {
  const [verb, subject = ''] = action.split(' ');
  const found = open.outdated.find((each) => each.subject === subject);
  if (!found || (verb !== 'take' && verb !== 'keep')) return null;
  return changesTo(subject, verb === 'take' ? found.published : mineOf(open, subject));
}
