/** What remains of reading a form when nothing is looked up or checked: one route that answers `--body`, as JSON. */
import { parseArgs } from 'node:util';
import fastify from 'fastify';

const { values } = parseArgs({ options: { body: { type: 'string', default: '' } } });

const app = fastify();
app.get('/', (_, reply) => reply.type('application/json; charset=utf-8').send(values.body));
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.once('SIGTERM', () => void app.close());
process.stdout.write(`${JSON.stringify({ url })}\n`);
