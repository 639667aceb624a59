import Type, { type Static } from 'typebox';
import type { ModelStatus } from '../../../projections/generations/control-types.ts';
import {
  erasureWaits,
  placeOf,
  type ErasureView,
  type ErasureWait,
} from '../../../projections/read-models/erasures/queries.ts';
import { Nullable } from '../../requests/schemas.ts';

const Member = Type.Object(
  {
    store: Type.Enum(['eventstore', 'mongodb']),
    member: Type.String({ description: 'Its `host:port`.' }),
    state: Type.String({
      description:
        '`away`: it does not answer. `not ready`: it is catching up or recovering. `working`: it scavenges. ' +
        '`waiting`: for its turn, for another member, or for time. `failed`: it is tried again.',
    }),
    message: Type.String({ description: 'The same in words, with what can be done about it.' }),
    since: Type.String({ description: 'When it came to this, as far as is known.' }),
  },
  { description: 'A member of a store that may still hold what was erased.' },
);

const Waiting = Type.Object(
  {
    code: Type.Enum(erasureWaits, {
      description:
        '`dispatcher`: no process carries erasures out. `lease`: the process that did has ended, and the next one ' +
        'takes over. `turn`: it has not been taken up. `log`: its events are being taken out. `planner`, ' +
        '`read_models`, `health`: those in `names` have not read far enough. `builds`: generations or copies, in ' +
        '`names`, that may write it again. `scavenge`: members of the event store have to rid their files of it. ' +
        '`compaction`: members of MongoDB have to. `oplog`: it has to leave the oplog of members of MongoDB.',
    }),
    message: Type.String({ description: 'The same in words, with what can be done about it.' }),
    names: Type.Array(Type.String(), {
      description: 'Of the projections, generations, copies and members that are waited for.',
    }),
    members: Type.Array(Member, { description: 'The members of the stores that are waited for.' }),
    since: Nullable(Type.String({ description: 'When it last came to this.' })),
    error: Nullable(
      Type.Object(
        { message: Type.String(), at: Type.String() },
        { description: 'Why it was tried in vain before. It is tried again.' },
      ),
    ),
  },
  { description: 'What it waits for, as of the last two seconds.' },
);
type Waiting = Static<typeof Waiting>;

export const Erasure = Type.Object({
  id: Type.String(),
  account_id: Type.String(),
  form_id: Nullable(Type.String()),
  status: Type.Enum(['erasing', 'erased'], {
    description:
      '`erasing`: the submission is hidden, and its events and file contents are being removed. `erased`: all are removed.',
  }),
  erased_at: Type.String(),
  completed_at: Nullable(Type.String()),
  deleted_from_log: Type.Boolean({ description: 'Whether every event about the submission is deleted.' }),
  scrubbed_at: Nullable(
    Type.String({
      description: 'When no file of the event store and no document of MongoDB held it any more.',
    }),
  ),
  waiting_for: Nullable(Waiting),
});

type Known = Pick<
  ErasureView,
  'id' | 'account_id' | 'form_id' | 'erased_at' | 'stage' | 'scrubbed_at' | 'completed_at'
>;

const workers = { deletion: 'eraser', log: 'log-purger', read_store: 'store-purger' } as const;

/** The worker that takes an erasure through its stage. */
export const workerOf = ({ stage }: Pick<Known, 'stage'>): string => workers[stage ?? 'read_store'];

/** @param worker how the one is that takes it through its stage */
export const erasureOf = (
  { id, account_id, form_id, erased_at, stage, scrubbed_at, completed_at }: Known,
  worker: ModelStatus,
): Static<typeof Erasure> => ({
  ...{ id, account_id, form_id },
  status: completed_at === null ? 'erasing' : 'erased',
  ...{ erased_at, completed_at },
  deleted_from_log: stage !== 'deletion',
  scrubbed_at,
  waiting_for: completed_at === null ? waitOf(placeOf({ id, erased_at }), worker) : null,
});

function waitOf(place: string, { state, doing, error }: ModelStatus): Waiting {
  const failed = error && { message: error.message, at: error.at };
  const other = (code: ErasureWait, message: string, names: readonly string[] = []): Waiting => ({
    ...{ code, message, names: [...names], members: [], since: null, error: failed },
  });
  if (state === 'no process runs it')
    return other(
      'dispatcher',
      'No process with the role dispatcher runs, and none else carries erasures out.',
    );
  if (state === 'standby')
    return other(
      'lease',
      'The process that carried erasures out has ended; another takes over in some seconds.',
    );
  const code = erasureWaits.find((one) => one === doing?.code);
  if (!doing || code === undefined) return other('turn', 'It is taken up within some seconds.');
  if (doing.upTo !== null && place > doing.upTo)
    return other('turn', `Those that were erased before come first. ${doing.message}`, doing.names);
  const { message, names, members = [], since } = doing;
  const asked = members.map(({ store, member, state: its, message: words, since: from }) => ({
    ...{ store, member, state: its, message: words, since: from },
  }));
  return { code, message, names: [...names], members: asked, since, error: failed };
}
