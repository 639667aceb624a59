import { entryOptions, runEntry } from '../../embedded-server/src/entry.ts';
import { checked, exactObject, text } from '../../embedded-server/src/shapes.ts';
import { startNats } from './server.ts';

const isOptions = exactObject(entryOptions, { token: text });

// Nothing is kept, so the directory that every embedded server is given stays untouched.
await runEntry((options) => {
  const { port, token } = checked(isOptions, options, 'the options');
  return startNats({ port, ...(token !== undefined && { token }) });
});
