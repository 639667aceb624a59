import type { ModelStatus } from '../../generations/control/control-types.ts';
import { type ErasureView, type ErasureWait, erasureWaits, placeOf } from './queries.ts';

/** Why an erasure waits, in a code and in words, and what it waits for. */
export interface Waiting {
  code: ErasureWait;
  message: string;
  names: string[];
  members: {
    store: 'eventstore' | 'mongodb';
    member: string;
    state: string;
    message: string;
    since: string;
  }[];
  since: string | null;
  error: { message: string; at: string } | null;
}

export interface ErasureProgress extends Pick<
  Known,
  'id' | 'account_id' | 'form_id' | 'erased_at' | 'scrubbed_at' | 'completed_at'
> {
  readonly status: 'erasing' | 'erased';
  /** Whether every event about the submission is deleted. */
  readonly deleted_from_log: boolean;
  readonly waiting_for: Waiting | null;
}

type Known = Pick<
  ErasureView,
  'id' | 'account_id' | 'form_id' | 'erased_at' | 'stage' | 'scrubbed_at' | 'completed_at'
>;

const workers = { deletion: 'eraser', log: 'log-purger', read_store: 'store-purger' } as const;

/** The worker of an erasure's stage. */
export const workerOf = ({ stage }: Pick<Known, 'stage'>): string => workers[stage ?? 'read_store'];

/** How far an erasure is. @param worker the status of the worker of the erasure's stage */
export const erasureOf = (
  { id, account_id, form_id, erased_at, stage, scrubbed_at, completed_at }: Known,
  worker: ModelStatus,
): ErasureProgress => ({
  id,
  account_id,
  form_id,
  status: completed_at === null ? 'erasing' : 'erased',
  erased_at,
  completed_at,
  deleted_from_log: stage !== 'deletion',
  scrubbed_at,
  waiting_for: completed_at === null ? waitOf(placeOf({ id, erased_at }), worker) : null,
});

/** Why an erasure waits. @param place its place in the order of the worker */
export function waitOf(place: string, { state, doing, error }: ModelStatus): Waiting {
  const failed = error && { message: error.message, at: error.at };
  const other = (code: ErasureWait, message: string, names: readonly string[] = []): Waiting => ({
    code,
    message,
    names: [...names],
    members: [],
    since: null,
    error: failed,
  });
  if (state === 'no process runs it')
    return other(
      'dispatcher',
      'No process with the role dispatcher is running, and only such a process carries out erasures.',
    );
  if (state === 'standby')
    return other(
      'lease',
      'The process that carried out erasures has ended; another takes over within seconds.',
    );
  const code = erasureWaits.find((one) => one === doing?.code);
  if (!doing || code === undefined) return other('turn', 'It starts within seconds.');
  if (doing.upTo !== null && place > doing.upTo)
    return other('turn', `Earlier erasures come first. ${doing.message}`, doing.names);
  const { message, names, members = [], since } = doing;
  const asked = members.map(({ store, member, state: its, message: words, since: from }) => ({
    store,
    member,
    state: its,
    message: words,
    since: from,
  }));
  return { code, message, names: [...names], members: asked, since, error: failed };
}
