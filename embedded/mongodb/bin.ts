import Type from 'typebox';
import { Value } from 'typebox/value';
import { EntryOptions, runEntry } from '../entry.ts';
import { startMongo } from './server.ts';

const Options = Type.Object(
  {
    ...EntryOptions.properties,
    users: Type.Optional(Type.Record(Type.String(), Type.String())),
    maintenanceMs: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
  },
  { additionalProperties: false },
);

await runEntry((options) => startMongo(Value.Parse(Options, options)));
