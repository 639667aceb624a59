import Type from 'typebox';
import { Role } from '../../../domain/membership/roles.ts';
import { Waiting } from '../erasures/erasures.ts';
import { at } from '../examples.ts';
import { operations } from '../operation.ts';
import { closed, named, Nullable, Timestamp } from '../values.ts';

const personId = '5hKm2aXr7sVtYb1c4fJk';

export const Person = named('Person', {
  id: Type.String({ description: 'The id of the person, the same in every account.' }),
  name: Type.String(),
  email: Type.String(),
  registered_at: Timestamp,
  accounts: Type.Array(Type.Object({ id: Type.String(), role: Role })),
});

export const PersonErasure = named('PersonErasure', {
  id: Type.String({ description: 'The id of the person. The name and the address are erased.' }),
  status: Type.Enum(['erasing', 'erased'], {
    description:
      '`erasing`: the person is hidden and signs in no more, and the data is being removed. `erased`: all is removed.',
  }),
  requested_at: Timestamp,
  completed_at: Nullable(Timestamp),
  deleted_from_log: Type.Boolean({ description: 'Whether every event of the person is deleted.' }),
  scrubbed_at: Nullable(
    Type.String({
      description:
        'When the files of the event store and the documents of MongoDB no longer held the person.',
    }),
  ),
  waiting_for: Nullable(Waiting),
});

const IdOrAddress = Type.Object(
  {
    id: Type.String({
      minLength: 1,
      maxLength: 320,
      description: 'The id of the person, or the address that the person signs in with.',
    }),
  },
  closed,
);

const person = {
  id: personId,
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  registered_at: at,
  accounts: [{ id: 'acme', role: 'editor' }],
};

const erasing = {
  id: personId,
  status: 'erasing',
  requested_at: at,
  completed_at: null,
  deleted_from_log: false,
  scrubbed_at: null,
  waiting_for: {
    code: 'log',
    message: 'Requests that began before may still end.',
    names: [],
    members: [],
    since: '2026-01-31T12:00:02.000Z',
    error: null,
  },
};

const erased = {
  ...erasing,
  status: 'erased',
  completed_at: '2026-01-31T12:01:04.000Z',
  deleted_from_log: true,
  scrubbed_at: '2026-01-31T12:01:03.000Z',
  waiting_for: null,
};

export const personOperations = operations('admin', 'admin: accounts', {
  readPerson: {
    route: 'GET /people/:id',
    summary: 'Read a person, by the id or the address',
    description:
      'With the accounts that the person may enter. An address finds the person who signs in with it now.',
    params: IdOrAddress,
    response: { 200: Person },
    answer: 'The person.',
    examples: { answers: [person] },
  },
  erasePerson: {
    route: 'POST /people/:id/erase',
    summary: 'Erase a person',
    description:
      'Within a second, all sessions of the person end, the person is no longer a member of any account, and the address is free. ' +
      'Then the name, the address, the password, the sessions and the chosen notices are erased from every store; histories show ' +
      '“A person who was erased”. This cannot be undone. Refused with `last_owner` while the person is the only owner of an account ' +
      'that is not closed; `details.accounts` names these accounts. A repeated request returns the progress.',
    response: { 200: PersonErasure },
    answer: 'The erasure, and how far it is.',
    gives: ['X-Log-Position'],
    errors: ['erased', 'last_owner'],
    examples: { answers: [{ ...erasing, waiting_for: null }] },
  },
  readPersonErasure: {
    route: 'GET /people/:id/erasure',
    summary: 'Read the progress of the erasure of a person',
    description:
      'Complete once no member of any store holds anything personal of the person. `not_found` for a person who is not erased.',
    response: { 200: PersonErasure },
    answer: 'The erasure, and how far it is.',
    examples: { answers: [erasing, erased] },
  },
});
