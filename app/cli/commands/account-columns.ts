import type { Static } from 'typebox';
import * as contract from '../../../api/contract/accounts/accounts.ts';
import { response } from '../client/response-schema.ts';
import type { Column } from '../terminal/output.ts';

/** An account as commands read it. */
export const Account = response(contract.Account, 'id');

/** The columns of a list of accounts. */
export const columns: readonly Column<Static<typeof Account>>[] = [
  ['id', ({ id }) => id, 'whole'],
  ['name', ({ name }) => name],
  ['plan', ({ plan }) => plan],
  ['created', ({ created_at }) => created_at],
];

/** An account with what its row in a list leaves out. */
export const detailColumns: readonly Column<Static<typeof Account>>[] = [
  ...columns,
  ['language of new forms', ({ language }) => language],
  ['time zone of new forms', ({ time_zone: zone }) => zone ?? 'UTC'],
];
