import { runEntry } from '../entry.ts';
import { startMongo } from './server.ts';

await runEntry(startMongo);
