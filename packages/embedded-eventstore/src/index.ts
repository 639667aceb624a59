export { DirectoryLockedError } from '../../embedded-server/src/directory-lock.ts';
export { FormatError } from '../../embedded-server/src/journal/format.ts';
export { backUpEventStore } from './backup.ts';
export { type EventStoreOptions, type EventStoreServer, startEventStore } from './server.ts';
