import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startMongo } from '../src/server.ts';

const test = suite('embedded MongoDB: replies that fill the buffer of a socket');

test('a connection that receives many of them collects no listeners', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'formlog-slow-readers-'));
  const server = await startMongo({ dir, port: 0 });
  const client = await MongoClient.connect(server.url, { maxPoolSize: 1 });
  const warnings: string[] = [];
  const warned = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', warned);
  try {
    const things = client.db('test').collection('things');
    await things.insertOne({ text: 'x'.repeat(4 * 1024 * 1024) });
    for (let n = 0; n < 40; n++) assert.is((await things.find().toArray()).length, 1);
    assert.equal(warnings, []);
  } finally {
    process.off('warning', warned);
    await client.close();
    await server.close();
    rmSync(dir, { recursive: true });
  }
});

test.run();
