import Type from 'typebox';
import { recordKinds } from '../../../domain/closing/events.ts';
import { Waiting } from '../erasures/erasures.ts';
import { at } from '../examples.ts';
import { operations } from '../operation.ts';
import { named, namedClosed, Nullable, Timestamp } from '../values.ts';

const counts = {
  forms: 3,
  submissions: 412,
  files: 12,
  destinations: 2,
  deliveries: 824,
  recoveries: 0,
  keys: 1,
};
const records = (share: number) =>
  recordKinds.map((kind) => ({ kind, total: counts[kind], erased: Math.floor(counts[kind] * share) }));

const closing = {
  id: 'acme',
  status: 'erasing',
  closed_at: at,
  started_at: '2026-01-31T12:00:01.000Z',
  completed_at: null,
  deleted_from_log: false,
  records: records(0.5),
  deleted_streams: 210,
  scrubbed_at: null,
  waiting_for: {
    code: 'log',
    message: 'Its events are being deleted from the log.',
    names: [],
    members: [],
    since: '2026-01-31T12:00:02.000Z',
    error: null,
  },
};

const erased = {
  ...closing,
  status: 'erased',
  completed_at: '2026-01-31T12:01:04.000Z',
  deleted_from_log: true,
  records: records(1),
  deleted_streams: 431,
  scrubbed_at: '2026-01-31T12:01:03.000Z',
  waiting_for: null,
};

const ErasedRecords = Type.Object(
  {
    kind: Type.String({ description: `One of: ${recordKinds.join(', ')}.` }),
    total: Type.Integer({ description: 'How many the account had when the deletion began.' }),
    erased: Type.Integer(),
  },
  { $id: 'ErasedRecords', description: 'Records of one kind, and how many of them are erased.' },
);

export const AccountClosing = named('AccountClosing', {
  id: Type.String({ description: 'The id of the account. Its name is erased too.' }),
  status: Type.Enum(['erasing', 'erased'], {
    description:
      '`erasing`: the account is closed, and everything of it is being removed. `erased`: all is removed.',
  }),
  closed_at: Timestamp,
  started_at: Nullable(Timestamp),
  completed_at: Nullable(Timestamp),
  deleted_from_log: Type.Boolean({ description: 'Whether every event of the account is deleted.' }),
  records: Type.Array(ErasedRecords, { description: 'Empty until the deletion has begun.' }),
  deleted_streams: Type.Integer({ description: 'The number of deleted streams of the log.' }),
  scrubbed_at: Nullable(
    Type.String({
      description:
        'When the files of the event store and the documents of MongoDB no longer held the account.',
    }),
  ),
  waiting_for: Nullable(Waiting),
});

export const CloseAccount = namedClosed('CloseAccount', {
  name: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'The name of the account, which confirms the request.',
  }),
});

export const OwnAccountClosing = named('OwnAccountClosing', {
  ...AccountClosing.properties,
  progress_url: Type.String({
    description: 'Shows the progress in a browser, for 90 days. The keys of the account are refused by then.',
  }),
});

/** A closing right after the request. */
export const exampleClosing = {
  ...closing,
  started_at: null,
  records: [],
  deleted_streams: 0,
  waiting_for: null,
};

export const closingOperations = operations('admin', 'admin: accounts', {
  closeAccount: {
    route: 'POST /accounts/:id/close',
    summary: 'Close an account and erase everything of it',
    description:
      'Within a second, the keys of the account are refused with 401 `revoked_key`, its forms say that they are closed, and nothing ' +
      'is sent to its destinations. Then its forms, submissions, files, destinations, webhooks, keys and settings are erased from ' +
      'every store, and its name with them. This cannot be undone. A repeated request returns the progress.',
    body: CloseAccount,
    response: { 200: AccountClosing },
    answer: 'The closing, and how far the erasure is.',
    gives: ['X-Log-Position'],
    errors: ['erased'],
    examples: {
      body: { name: 'Acme' },
      answers: [exampleClosing],
    },
  },
  readClosing: {
    route: 'GET /accounts/:id/closing',
    summary: 'Read the progress of the erasure of a closed account',
    description:
      'How many records of each kind are erased, and what the erasure waits for. Complete once no member of any store holds ' +
      'anything of the account. `not_found` for an account that was not closed.',
    response: { 200: AccountClosing },
    answer: 'The closing, and how far the erasure is.',
    examples: { answers: [closing, erased] },
  },
});
