export { DirectoryLockedError } from '../../embedded-server/src/directory-lock.ts';
export { FormatError } from '../../embedded-server/src/journal/format.ts';
export { backUpMongo } from './backup.ts';
export { type MongoOptions, type MongoServer, startMongo } from './server.ts';
