#!/usr/bin/env node
import { entryOptions, runEntry } from '../../embedded-server/src/entry.ts';
import { checked, exactObject, integer, record, string } from '../../embedded-server/src/shapes.ts';
import { startMongo } from './server.ts';

const isOptions = exactObject(entryOptions, { users: record(string), maintenanceMs: integer(1) });

await runEntry((options) => startMongo(checked(isOptions, options, 'the options')));
