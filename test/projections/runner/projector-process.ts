import { openReadStore } from '../../../coordination/read-store.ts';
import { openEventStoreLog } from '../../../log/eventstore/eventstore-log.ts';
import { readModels } from '../../../projections/registry.ts';
import { supervise } from '../generations/supervising.ts';

// A projector as a process of its own, which tests kill: `projector-process.ts EVENTSTORE MONGODB DATABASE`.
const [eventstore = '', url = '', database = ''] = process.argv.slice(2);
const log = openEventStoreLog({ url: eventstore });
const store = await openReadStore({ url, database });
await supervise({ log, store }, ...readModels);
