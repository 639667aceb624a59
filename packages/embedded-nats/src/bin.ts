#!/usr/bin/env node
import { entryOptions, runEntry } from '../../embedded-server/src/entry.ts';
import { checked, exactObject, text } from '../../embedded-server/src/shapes.ts';
import { startNats } from './server.ts';

const { dir, port } = entryOptions;
// The server keeps no data: the directory that the service gives each of its servers stays untouched.
const isOptions = exactObject({ port }, { dir, token: text });

const start = (options: unknown) => {
  const { dir: _, ...others } = checked(isOptions, options, 'the options');
  return startNats(others);
};

await runEntry(start, { keepsData: false });
