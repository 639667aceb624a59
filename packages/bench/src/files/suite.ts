import type { Suite } from '../harness/suite.ts';
import { memory } from './rows/memory.ts';
import { download, upload } from './rows/throughput.ts';

/** Files that come to the service and go from it. */
export const files: Suite = { name: 'files', rows: [upload, download, memory] };
