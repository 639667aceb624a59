import type { Document } from '../../../projections/projection.ts';
import { type Aspect, type WordedChange, wordsOf } from '../../../projections/queries/worded/aspects.ts';
import type { LongTexts } from '../../parts/long-texts.ts';
import { Time } from '../../parts/time.tsx';
import { Changes, Words } from './changes.tsx';

interface StateAtProps {
  readonly path: string;
  /** The last event of the stream, the event that is shown, and the event that it is compared with. */
  readonly last: number;
  readonly at: number;
  readonly from: number | null;
  /** The state in words, and as documents hold it; null where the thing did not exist. */
  readonly state: readonly Aspect[] | null;
  readonly document: Document | null;
  /** When the event was recorded, ISO 8601. */
  readonly recordedAt: string | null;
  /** The changes since `from`. */
  readonly changes: readonly WordedChange[];
  readonly longTexts: LongTexts;
}

/** The state after an event, with a slider over all of them; and how it differs from the state after another event. */
export const StateAt = (props: StateAtProps) => {
  const { path, last, at, from, state, document, recordedAt, changes, longTexts } = props;
  return (
    <div id="state">
      <form
        method="get"
        action={`${path}#state`}
        class="filters"
        hx-get={path}
        hx-trigger="change, submit"
        hx-target="#state"
        hx-select="#state"
        hx-swap="outerHTML"
        hx-push-url="true"
      >
        <label class="slider">
          <span safe>{`After event ${at} of ${last}`}</span>
          <input type="range" name="at" min="0" max={String(last)} value={String(at)} />
        </label>
        <label>
          <span>or at a moment, in UTC</span>
          <input type="datetime-local" name="moment" />
        </label>
        <label>
          <span>Compared with event</span>
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
          <h3 safe>{`Changed from event ${from} to event ${at}`}</h3>
          {changes.length === 0 && <p class="quiet">Nothing differs.</p>}
          <Changes changes={changes} longTexts={longTexts} />
        </>
      )}
      <h3>
        <span safe>{`After event ${at}, `}</span>
        <Time at={recordedAt} />
      </h3>
      {state === null ? (
        <p class="quiet">It did not exist.</p>
      ) : (
        <>
          <Words words={wordsOf(state)} longTexts={longTexts} />
          <details class="raw">
            <summary>As JSON</summary>
            <pre tabindex="0" safe>
              {longTexts.shortened(JSON.stringify(document, null, 2))}
            </pre>
          </details>
        </>
      )}
    </div>
  );
};
