import type { Suite } from '../harness/suite.ts';
import { importRow } from './rows/import.ts';
import { memory } from './rows/memory.ts';
import { post } from './rows/post.ts';

/** Forms with many questions, in a service with everything embedded. */
export const wide: Suite = { name: 'wide', rows: [post, importRow, memory] };
