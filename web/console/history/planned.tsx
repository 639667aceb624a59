import type { Document } from '../../../projections/projection.ts';
import { Empty } from '../../parts/empty.tsx';

/** A delivery without events: it follows from its source event and from the destinations at that time. */
export const Planned = ({ state }: { readonly state: Document | null }) => (
  <>
    <Empty title="Nothing has happened to this delivery yet.">
      <p>It was planned when its event was recorded. Its history begins with the first attempt.</p>
    </Empty>
    {state !== null && <pre safe>{JSON.stringify(state, null, 2)}</pre>}
  </>
);
