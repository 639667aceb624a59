import Type from 'typebox';
import { Value } from 'typebox/value';
import { EntryOptions, runEntry } from '../entry.ts';
import { startNats } from './server.ts';

const Options = Type.Object(
  { ...EntryOptions.properties, token: Type.Optional(Type.String({ minLength: 1 })) },
  { additionalProperties: false },
);

// Nothing is kept, so the directory that every embedded server is given stays untouched.
await runEntry((options) => {
  const { port, token } = Value.Parse(Options, options);
  return startNats({ port, ...(token !== undefined && { token }) });
});
