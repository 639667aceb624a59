import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { useNatsServer } from '../support/servers.ts';
import { startFleet } from './fleet.ts';

const test = suite('concurrent changes through several processes');
const parallel = 40;
const Events = Type.Object({
  data: Type.Array(Type.Object({ type: Type.String(), data: Type.Record(Type.String(), Type.Unknown()) })),
});

let nats: Awaited<ReturnType<typeof useNatsServer>>;
let fleet: Awaited<ReturnType<typeof startFleet>>;
const apis = ['api', 'api-2', 'api-3'];

test.before(async () => {
  nats = await useNatsServer();
  fleet = await startFleet([...apis, 'projector'], nats.url, { RATE_LIMIT_REQUESTS: '10000' });
});
test.after(async () => {
  await fleet.close();
  await nats.close();
});

/** Changes a form forty times at once through all processes. @returns the statuses */
async function changes(id: string, headers: Readonly<Record<string, string>> = {}) {
  return Promise.all(
    Array.from({ length: parallel }, async (_, n) => {
      const name = apis[n % apis.length] ?? 'api';
      const body = { title: `Title ${n}` };
      const { status } = await fleet.callAt(name, 'PATCH', `/api/admin/v1/forms/${id}`, body, headers);
      return status;
    }),
  );
}

async function titlesOf(id: string): Promise<string[]> {
  const answer = await fleet.callAt('api', 'GET', `/api/admin/v1/forms/${id}/history?limit=100`);
  const { data } = Value.Parse(Events, await answer.json());
  return data.flatMap(({ type, data: { title } }) =>
    type === 'FormDetailsChanged' && typeof title === 'string' ? title : [],
  );
}

test('forty changes of a form through three processes all succeed once', async () => {
  const id = await fleet.newForm();
  const statuses = await changes(id);
  assert.equal(statuses, Array(parallel).fill(200));
  const titles = await titlesOf(id);
  assert.equal(
    [titles.length, new Set(titles).size],
    [parallel, parallel],
    'none is lost, none is there twice',
  );
});

test('of forty changes of a form at one revision through three processes, one succeeds', async () => {
  const id = await fleet.newForm();
  const statuses = await changes(id, { 'if-match': '"1"' });
  assert.equal(
    statuses.sort((a, b) => a - b),
    [200, ...Array<number>(parallel - 1).fill(412)],
  );
  assert.is((await titlesOf(id)).length, 1);
});

test.run();
