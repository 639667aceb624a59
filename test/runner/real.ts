/**
 * Runs the contract suites against the real servers that are named, and says at the end what ran against what:
 *
 *   EVENTSTORE_URL=… MONGODB_URL=… NATS_URL=… npm run test:real
 */
import { ServerFeaturesClient } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { credentials } from '@grpc/grpc-js';
import { connect } from 'nats';
import { MongoClient } from 'mongodb';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

interface RealServer {
  readonly setting: string;
  readonly suite: string;
  versionAt(url: string): Promise<string>;
}

const servers: readonly RealServer[] = [
  { setting: 'EVENTSTORE_URL', suite: 'test/contract/eventstore', versionAt: eventStoreVersion },
  { setting: 'MONGODB_URL', suite: 'test/contract/mongodb', versionAt: mongoVersion },
  { setting: 'NATS_URL', suite: 'test/contract/nats', versionAt: natsVersion },
];

const told: string[] = [];
for (const server of servers) told.push(await run(server));
for (const line of told) console.log(line);

async function run({ setting, suite, versionAt }: RealServer): Promise<string> {
  const url = process.env[setting];
  if (url === undefined) return `${suite}: not run, ${setting} is not set`;
  const version = await versionAt(url);
  const runner = fileURLToPath(new URL('run.js', import.meta.url));
  // One file at a time: they share the server.
  const child = spawn(process.execPath, [runner, '--jobs', '1', '--limit', '300', suite], {
    stdio: 'inherit',
  });
  const code = await new Promise((resolve) => child.on('exit', resolve));
  if (code !== 0) process.exitCode = 1;
  return `${suite}: ${code === 0 ? 'passed' : 'FAILED'} against ${version}`;
}

function eventStoreVersion(url: string): Promise<string> {
  const address = /^[a-z+]+:\/\/(?:[^@/]*@)?([^,/?]+)/.exec(url)?.[1] ?? '';
  const isPlain = /[?&]tls=false/.test(url);
  const client = new ServerFeaturesClient(
    address,
    isPlain ? credentials.createInsecure() : credentials.createSsl(),
  );
  return new Promise<string>((resolve, reject) => {
    client.getSupportedMethods(new shared.Empty(), (error, response) =>
      error ? reject(error) : resolve(`EventStoreDB ${response.getEventStoreServerVersion()}`),
    );
  }).finally(() => client.close());
}

async function mongoVersion(url: string): Promise<string> {
  const client = new MongoClient(url);
  try {
    const { version }: { version?: unknown } = await client.db('admin').command({ buildInfo: 1 });
    return `MongoDB ${String(version)}`;
  } finally {
    await client.close();
  }
}

async function natsVersion(url: string): Promise<string> {
  const connection = await connect({ servers: url });
  const version = connection.info?.version ?? 'unknown';
  await connection.close();
  return `NATS ${version}`;
}
