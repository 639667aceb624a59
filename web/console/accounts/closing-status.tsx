import type {
  ClosingProgress,
  ErasedRecords,
} from '../../../projections/read-models/closings/closing-progress.ts';
import { Badge } from '../../parts/badge.tsx';
import { Id } from '../../parts/id.tsx';
import { Facts, Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';

interface ClosingProps {
  readonly closing: ClosingProgress;
  /** Whether the reader runs the service, and so can act on what an erasure waits for. */
  readonly isForOperators: boolean;
  /** The page, which polls itself until the account is erased. */
  readonly url: string;
}

const kindNames: Readonly<Record<string, string>> = {
  forms: 'Forms',
  submissions: 'Submissions',
  files: 'Files',
  destinations: 'Destinations',
  deliveries: 'Webhooks',
  recoveries: 'Recoveries',
  keys: 'API keys',
};

const Share = ({ kind, total, erased }: ErasedRecords) => {
  const words = `${erased} of ${total}`;
  return (
    <>
      <progress value={erased} max={total} aria-label={`${kindNames[kind] ?? kind}: ${words}`} />{' '}
      <small safe>{words}</small>
    </>
  );
};

/** The stages of the erasure, and what it waits for. */
const stagesOf = ({ deleted_from_log, scrubbed_at, waiting_for }: ClosingProgress) =>
  [
    ['Deleted from the log', <span>{deleted_from_log ? 'yes' : 'not yet'}</span>],
    ['Deleted from all files', <Time at={scrubbed_at} />],
    ['Waits for', <span safe>{waiting_for?.message ?? 'nothing'}</span>],
  ] as const;

/** How far the erasure of a closed account is. */
export const ClosingStatus = ({ closing, isForOperators, url }: ClosingProps) => {
  const { id, status, closed_at, completed_at, records } = closing;
  const polls = {
    'hx-get': url,
    'hx-trigger': 'every 2s',
    'hx-select': '#closing',
    'hx-swap': 'outerHTML',
  };
  return (
    <div id="closing" {...(status === 'erasing' && polls)}>
      <p class="lead">
        <Badge state={status} tone={status === 'erased' ? 'quiet' : 'wait'} />{' '}
        <span>
          {status === 'erased'
            ? 'Everything of the account was deleted permanently.'
            : 'The account is closed. Everything of it is being deleted, and nothing can bring it back.'}
        </span>
      </p>
      <Facts
        facts={[
          ['Id', <Id id={id} />],
          ['Closed', <Time at={closed_at} />],
          ...(isForOperators ? stagesOf(closing) : []),
          ['Erased', <Time at={completed_at} />],
        ]}
      />
      {!isForOperators && status === 'erasing' && (
        <p>
          The deletion goes on by itself, and you need not do anything. Most of it takes minutes; it can take
          longer until the last copies are gone from all files.
        </p>
      )}
      <Table
        caption="What is erased"
        items={records.filter(({ total }) => total > 0)}
        empty={<p>{status === 'erased' ? 'The account had nothing.' : 'The deletion has not begun yet.'}</p>}
        columns={[
          { title: 'Kind', cell: ({ kind }) => <span safe>{kindNames[kind] ?? kind}</span> },
          { title: 'Erased', cell: (one) => <Share {...one} /> },
        ]}
      />
    </div>
  );
};
