import type { Suite } from '../harness/suite.ts';
import { append } from './rows/append.ts';
import { read } from './rows/read.ts';

/** The messages that `log/eventstore/client` encodes and decodes itself, against the client library's. */
export const log: Suite = { name: 'log', rows: [append, read] };
