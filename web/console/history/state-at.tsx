import type { Document } from '../../../projections/projection.ts';
import { changesBetween } from '../../../projections/queries/state-changes.ts';
import { Time } from '../../parts/time.tsx';
import { Changes } from './changes.tsx';

interface StateAtProps {
  readonly path: string;
  /** The last revision of the stream, the revision that is shown, and the revision that it is compared with. */
  readonly last: number;
  readonly at: number;
  readonly from: number | null;
  readonly state: Document | null;
  /** When the revision was recorded, ISO 8601. */
  readonly recordedAt: string | null;
  /** The state at `from`. */
  readonly before: Document | null;
}

/** The state at a revision, with a slider over all of them; and how it differs from that of another revision. */
export const StateAt = ({ path, last, at, from, state, recordedAt, before }: StateAtProps) => (
  <div id="state">
    <form
      method="get"
      action={path}
      class="filters"
      hx-get={path}
      hx-trigger="change, submit"
      hx-target="#state"
      hx-select="#state"
      hx-swap="outerHTML"
      hx-push-url="true"
    >
      <label class="slider">
        <span safe>{`As of revision ${at} of ${last}`}</span>
        <input type="range" name="at" min="0" max={String(last)} value={String(at)} />
      </label>
      <label>
        <span>or as of a moment, in UTC</span>
        <input type="datetime-local" name="moment" />
      </label>
      <label>
        <span>Compared with revision</span>
        <input
          type="text"
          inputmode="numeric"
          pattern="\d*"
          name="from"
          value={from === null ? '' : String(from)}
        />
      </label>
      <button type="submit">Show</button>
    </form>
    {from !== null && (
      <>
        <h2 safe>{`Changed from revision ${from} to ${at}`}</h2>
        <Changes changes={changesBetween(before, state)} />
      </>
    )}
    <h2>
      <span safe>{`The state as of revision ${at}, `}</span>
      <Time at={recordedAt} />
    </h2>
    {state === null ? (
      <p class="quiet">It did not exist.</p>
    ) : (
      <pre safe>{JSON.stringify(state, null, 2)}</pre>
    )}
  </div>
);
