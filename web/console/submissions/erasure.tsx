import type { erasureOf } from '../../../projections/read-models/erasures/erasure-progress.ts';
import { Badge } from '../../parts/badge.tsx';
import { Id } from '../../parts/id.tsx';
import { Facts } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';

interface ErasureProps {
  readonly erasure: ReturnType<typeof erasureOf>;
  /** The page, which polls itself until the submission is erased. */
  readonly url: string;
}

/** The progress of the erasure of a submission. */
export const Erasure = ({ erasure, url }: ErasureProps) => {
  const { status, erased_at, deleted_from_log, scrubbed_at, waiting_for: wait } = erasure;
  const polls = {
    'hx-get': url,
    'hx-trigger': 'every 2s',
    'hx-select': '#erasure',
    'hx-swap': 'outerHTML',
  };
  return (
    <div id="erasure" {...(status === 'erasing' && polls)}>
      <p class="lead">
        <Badge state={status} tone={status === 'erased' ? 'quiet' : 'wait'} />{' '}
        <span>
          {status === 'erased'
            ? 'The answers and all copies of them were deleted permanently.'
            : 'No page or list shows the submission. Its answers and all copies of them are being deleted, and nothing can bring them back.'}
        </span>
      </p>
      <Facts
        facts={[
          ['Erased', <Time at={erased_at} />],
          ['Deleted from the log', <span>{deleted_from_log ? 'yes' : 'not yet'}</span>],
          ['Deleted from all files', <Time at={scrubbed_at} />],
          ['Waits for', <span safe>{wait?.message ?? 'nothing'}</span>],
          ['Id of the submission', <Id id={erasure.id} />],
        ]}
      />
    </div>
  );
};
