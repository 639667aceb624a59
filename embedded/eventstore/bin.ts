import { runEntry } from '../entry.ts';
import { startEventStore } from './server.ts';

await runEntry(startEventStore);
