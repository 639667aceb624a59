import { readFileSync } from 'node:fs';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { EntryOptions, runEntry } from '../entry.ts';
import { behaviours } from './behaviour.ts';
import { startEventStore } from './server.ts';

const Options = Type.Object(
  {
    ...EntryOptions.properties,
    /** The names of PEM files. */
    tls: Type.Optional(Type.Object({ key: Type.String(), cert: Type.String() })),
    secure: Type.Optional(
      Type.Object({ key: Type.String(), cert: Type.String(), port: Type.Integer({ minimum: 0 }) }),
    ),
    users: Type.Optional(Type.Record(Type.String(), Type.String())),
    behaviour: Type.Optional(Type.Union(behaviours.map((name) => Type.Literal(name)))),
    maxAppendSize: Type.Optional(Type.Integer({ minimum: 1 })),
    scavengeEveryMs: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
);

const pem = (path: string): string => readFileSync(path, 'utf8');

await runEntry((options) => {
  Value.Assert(Options, options);
  const { tls, ...others } = options;
  return startEventStore({ ...others, ...(tls && { tls: { key: pem(tls.key), cert: pem(tls.cert) } }) });
});
