export { type NatsOptions, type NatsServer, startNats } from './server.ts';
