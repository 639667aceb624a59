/** What remains of taking and sending files when nothing is checked: two routes that stream to and from the folder `--dir`. */
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import fastify from 'fastify';

const { values } = parseArgs({ options: { dir: { type: 'string', default: '' } } });

const app = fastify();
app.addContentTypeParser('*', (_, payload, done) => done(null, payload));
app.post('/:name', async ({ raw, params }, reply) => {
  await pipeline(raw, createWriteStream(join(values.dir, nameIn(params))));
  return reply.code(201).send({});
});
app.get('/:name', async ({ params }, reply) => {
  const path = join(values.dir, nameIn(params));
  return reply
    .type('application/octet-stream')
    .header('content-length', statSync(path).size)
    .send(createReadStream(path));
});
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.once('SIGTERM', () => void app.close());
process.stdout.write(`${JSON.stringify({ url })}\n`);

function nameIn(params: unknown): string {
  const name: unknown = Reflect.get(Object(params), 'name');
  return typeof name === 'string' ? name : '';
}
