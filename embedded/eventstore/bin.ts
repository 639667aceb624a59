import { readFileSync } from 'node:fs';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { EntryOptions, runConfiguredEntry } from '../entry.ts';
import { behaviours } from './behaviour.ts';
import { startEventStore } from './server.ts';

const Options = Type.Object(
  {
    ...EntryOptions.properties,
    /** The names of PEM files. */
    tls: Type.Optional(Type.Object({ key: Type.String(), cert: Type.String() })),
    users: Type.Optional(Type.Record(Type.String(), Type.String())),
    behaviour: Type.Optional(Type.Union(behaviours.map((name) => Type.Literal(name)))),
    scavengeEveryMs: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
);

const pem = (path: string): string => readFileSync(path, 'utf8');

await runConfiguredEntry((options) => {
  Value.Assert(Options, options);
  const { tls, ...others } = options;
  return startEventStore({ ...others, ...(tls && { tls: { key: pem(tls.key), cert: pem(tls.cert) } }) });
});
