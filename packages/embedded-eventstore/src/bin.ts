#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { entryOptions, runEntry } from '../../embedded-server/src/entry.ts';
import {
  checked,
  exactObject,
  integer,
  object,
  oneOf,
  record,
  string,
} from '../../embedded-server/src/shapes.ts';
import { behaviours } from './behaviour.ts';
import { startEventStore } from './server.ts';

const isOptions = exactObject(entryOptions, {
  /** The names of PEM files. */
  tls: object({ key: string, cert: string }),
  secure: object({ key: string, cert: string, port: integer(0) }),
  users: record(string),
  behaviour: oneOf(behaviours),
  maxAppendSize: integer(1),
  maxAppendEventSize: integer(1),
  scavengeEveryMs: integer(1),
});

const pem = (path: string): string => readFileSync(path, 'utf8');

await runEntry((options) => {
  const { tls, ...others } = checked(isOptions, options, 'the options');
  return startEventStore({ ...others, ...(tls && { tls: { key: pem(tls.key), cert: pem(tls.cert) } }) });
});
