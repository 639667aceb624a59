import type { Change } from '../../../projections/queries/state-changes.ts';

/** A value of a state in one line. */
const inLine = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The members of a state that changed, with their values before and after. */
export const Changes = ({ changes }: { readonly changes: readonly Change[] }) =>
  changes.length === 0 ? (
    <span class="quiet">no visible change</span>
  ) : (
    <ul class="changes">
      {changes.map((change) => (
        <li>
          <code safe>{change.path}</code> {'before' in change && <del safe>{inLine(change.before)}</del>}{' '}
          {'after' in change && <ins safe>{inLine(change.after)}</ins>}
        </li>
      ))}
    </ul>
  );
