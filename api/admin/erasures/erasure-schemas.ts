import Type from 'typebox';
import { erasureWaits } from '../../../projections/read-models/erasures/queries.ts';
import { Nullable, Timestamp } from '../../requests/schemas.ts';

const Member = Type.Object(
  {
    store: Type.Enum(['eventstore', 'mongodb']),
    member: Type.String({ description: 'The `host:port` of the member.' }),
    state: Type.String({
      description:
        '`away`: it does not answer. `not ready`: it is catching up or recovering. `working`: it scavenges. ' +
        '`waiting`: for its turn, another member, or a time. `failed`: it will be retried.',
    }),
    message: Type.String({ description: 'The state in words, with the remedy.' }),
    since: Type.String({ description: 'When this state began, if known.' }),
  },
  { description: 'A member of a store that may still hold what was erased.' },
);

const Waiting = Type.Object(
  {
    code: Type.Enum(erasureWaits, {
      description:
        '`dispatcher`: no dispatcher is running. `lease`: the process that ran erasures has ended, and another ' +
        'process takes over. `turn`: earlier erasures come first. `log`: the events are being deleted. `planner`, ' +
        '`read_models`, `health`: the projections in `names` have not reached the erasure. `builds`: the ' +
        'generations or copies in `names` might store the data again. `scavenge`: members of the event store ' +
        'must scavenge. `compaction`: members of MongoDB must compact. `oplog`: the oplog of members of MongoDB ' +
        'still holds the data.',
    }),
    message: Type.String({ description: 'The state in words, with the remedy.' }),
    names: Type.Array(Type.String(), {
      description: 'The projections, generations, copies and members that the erasure waits for.',
    }),
    members: Type.Array(Member, { description: 'The members of the stores that the erasure waits for.' }),
    since: Nullable(Type.String({ description: 'When this wait began.' })),
    error: Nullable(
      Type.Object(
        { message: Type.String(), at: Type.String() },
        { description: 'The error of the last try. The step is retried.' },
      ),
    ),
  },
  { description: 'The reason why the erasure waits; at most two seconds old.' },
);

export const Erasure = Type.Object({
  id: Type.String(),
  account_id: Type.String(),
  form_id: Nullable(Type.String()),
  status: Type.Enum(['erasing', 'erased'], {
    description:
      '`erasing`: the submission is hidden, and its events and file contents are being removed. `erased`: all are removed.',
  }),
  erased_at: Timestamp,
  completed_at: Nullable(Timestamp),
  deleted_from_log: Type.Boolean({ description: 'Whether every event about the submission is deleted.' }),
  scrubbed_at: Nullable(
    Type.String({
      description:
        'When the files of the event store and the documents of MongoDB no longer held the submission.',
    }),
  ),
  waiting_for: Nullable(Waiting),
});
