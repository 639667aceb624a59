import { runEntry } from '../entry.ts';
import { startNats } from './server.ts';

// Nothing is kept, so the directory that every embedded server is given stays untouched.
await runEntry(({ port }) => startNats({ port }));
