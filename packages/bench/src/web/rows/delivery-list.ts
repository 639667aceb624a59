import { setTimeout as delay } from 'node:timers/promises';
import { openClient } from '../../api/client.ts';
import { make, startService } from '../../api/service.ts';
import { alternate } from '../../harness/rounds.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import { openFirstByte } from '../first-byte.ts';

const listed = 50;

/** The time to the first byte of a page of 50 deliveries in the console, against the JSON of the same deliveries. */
export const deliveryList: Row = {
  name: 'deliveries',
  target: atMost(3),
  async run(context) {
    const service = await startService(context);
    const { url, accountId, operatorToken } = service;
    // Nobody listens there: each delivery has an attempt that failed.
    const destination = { label: 'Nobody', url: 'http://127.0.0.1:9/' };
    await make(service, `accounts/${accountId}/destinations`, destination);
    const client = openClient(context, service);
    for (let count = 0; count < listed; count++) await client.submit();
    const headers = { authorization: `Bearer ${operatorToken}` };
    const path = `/api/admin/v1/accounts/${accountId}/deliveries?limit=${listed}`;
    while (!(await (await fetch(url + path, { headers })).text()).includes(`"count":${listed}`))
      await delay(50);
    const firstByte = openFirstByte(context, url);
    const page = {
      path: `/console/deliveries?account=${accountId}`,
      headers: await signIn(url, operatorToken),
    };
    const count = context.scaled(300);
    const { value, baseline } = await alternate({
      value: () => firstByte(page, count),
      baseline: () => firstByte({ path, headers }, count),
    });
    return measured(value, baseline, 'ms');
  },
};

/** The headers of a session in the console. */
export async function signIn(url: string, secret: string): Promise<{ cookie: string }> {
  const answer = await fetch(`${url}/console/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ secret }),
  });
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  return { cookie };
}
