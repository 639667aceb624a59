import type { OpenDraft } from '../../../commands/form-draft/read-draft.ts';
import type { InputProblem } from '../../check-input.ts';

const nameOfDetail: Readonly<Record<string, string>> = {
  '/title': 'Title',
  '/description': 'Description',
  '/slug': 'Slug',
  '/language': 'Language',
  '/time_zone': 'Time zone',
  '/fields': 'Questions',
};

/** Every problem of a draft, each with a link to its question. */
export const DraftProblems = ({
  problems,
  open,
}: {
  readonly problems: readonly InputProblem[];
  readonly open: OpenDraft;
}) => (
  <div class="problem" role="alert">
    <p>The changes are saved as a draft. Before they are published:</p>
    <ul>
      {problems.map(({ path, message }) => {
        const [, index] = /^\/fields\/(\d+)/.exec(path) ?? [];
        const id = index === undefined ? undefined : open.draft.fields[Number(index)]?.id;
        const name = id === undefined ? (nameOfDetail[path] ?? 'The form') : `Question ${Number(index) + 1}`;
        return (
          <li>
            <a
              href={id === undefined ? '#editor' : `?check=yes&open=${id}#question-${id}`}
              {...(id !== undefined && { 'data-open': id })}
              safe
            >
              {name}
            </a>
            : <span safe>{message}</span>
          </li>
        );
      })}
    </ul>
  </div>
);
