import { startService } from '../../api/service.ts';
import { alternate } from '../../harness/rounds.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import { openFirstByte } from '../first-byte.ts';

/** The time to the first byte of a public form of ten fields, against the JSON of the same form. */
export const formPage: Row = {
  name: 'form',
  target: atMost(3),
  async run(context) {
    const { url, formId, key } = await startService(context);
    const firstByte = openFirstByte(context, url);
    const count = context.scaled(1_000);
    const json = { path: `/api/public/v1/forms?id=${formId}`, headers: { authorization: `Bearer ${key}` } };
    const { value, baseline } = await alternate({
      value: () => firstByte({ path: `/f/${formId}`, headers: {} }, count),
      baseline: () => firstByte(json, count),
    });
    return measured(value, baseline, 'ms');
  },
};

const weightLimit = 30_000;

/** The bytes of a public form with everything that it loads, against 30 KB. */
export const formWeight: Row = {
  name: 'weight',
  target: atMost(1),
  async run(context) {
    const { url, formId } = await startService(context);
    const page = await (await fetch(`${url}/f/${formId}`)).text();
    const assets = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
    const sizes = assets.map(async (path) => {
      const answer = await fetch(url + path, { headers: { 'accept-encoding': 'br' } });
      return Number(answer.headers.get('content-length'));
    });
    const bytes = [Buffer.byteLength(page), ...(await Promise.all(sizes))].reduce((a, b) => a + b);
    return measured(bytes, weightLimit, 'bytes');
  },
};
