import type { Suite } from '../harness/suite.ts';
import { append } from './rows/append.ts';
import { bulk } from './rows/bulk.ts';
import { growthAppend, growthPage } from './rows/growth.ts';
import { live } from './rows/live.ts';
import { memoryFull, memoryIdle } from './rows/memory.ts';
import { nats } from './rows/nats.ts';
import { page } from './rows/page.ts';
import { read } from './rows/read.ts';

/** The embedded servers, each against what remains when the server itself is left out. */
export const embedded: Suite = {
  name: 'embedded',
  rows: [append, read, live, bulk, page, nats, growthAppend, growthPage, memoryIdle, memoryFull],
};
