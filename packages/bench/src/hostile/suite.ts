import type { Suite } from '../harness/suite.ts';
import { hostileRow } from './row.ts';
import { hostileRows } from './rows.ts';

/** The most expensive requests of each public route, found by a search. */
export const hostile: Suite = { name: 'hostile', rows: hostileRows.map(hostileRow) };
