import Type from 'typebox';
import { Value } from 'typebox/value';
import { make } from '../../api/service.ts';
import type { Context } from '../../harness/context.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import { startCounted } from '../counted-service.ts';
import { openFirstByte } from '../first-byte.ts';
import { signIn } from './delivery-list.ts';

const [limitMs, limitBytes] = [150, 200_000];
/** Each page is asked for so often, of which the median counts. */
const turns = 7;

const Listed = Type.Object({ data: Type.Array(Type.Object({ id: Type.String() })) });

/** A service with 100,000 submissions, and the addresses of the pages of its console. */
async function openConsole(context: Context) {
  const { url, operatorToken, accountId, formId } = await startCounted(context);
  const newest = await fetch(`${url}/api/admin/v1/accounts/${accountId}/submissions?limit=1`, {
    headers: { authorization: `Bearer ${operatorToken}` },
  });
  const submissionId = Value.Parse(Listed, await newest.json()).data[0]?.id ?? 'none';
  // Made after the submissions, so that the service has no webhook to send while the pages are measured.
  const destinationId = await make({ url, operatorToken }, `accounts/${accountId}/destinations`, {
    label: 'Nobody',
    url: 'http://127.0.0.1:9/',
  });
  const account = `?account=${accountId}`;
  const form = `/console/forms/${formId}`;
  return {
    url,
    headers: await signIn(url, operatorToken),
    paths: [
      '/console',
      `/console${account}`,
      '/console/overview/plots?range=7d',
      `/console/forms${account}`,
      form,
      ...['edit', 'preview', 'responses', 'completion', 'answers', 'answers?days=30&compare=previous'].map(
        (page) => `${form}/${page}`,
      ),
      `/console/submissions${account}`,
      `/console/submissions${account}&form=${formId}`,
      `/console/submissions${account}&form=${formId}&search=ada`,
      `/console/submissions${account}&form=${formId}&search=nobody`,
      `/console/submissions/${submissionId}`,
      `/console/submissions/${submissionId}/correct`,
      `/console/destinations${account}`,
      `/console/destinations/${destinationId}`,
      `/console/deliveries${account}`,
      `/console/recoveries${account}`,
      `/console/recoveries/new${account}`,
      '/console/projections',
      '/console/projections/submissions',
      '/console/accounts',
      `/console/accounts/${accountId}`,
      `/console/accounts/${accountId}/history`,
      `/console/history/form/${formId}`,
      `/console/history/submission/${submissionId}`,
      '/console/log',
      `/console/log${account}&type=Form`,
      `/console/log?stream=submission-${submissionId}`,
    ],
  };
}

/** Measures every page, logs the worst, and answers the greatest figure. */
async function worstOf(
  context: Context,
  paths: readonly string[],
  unit: string,
  measure: (path: string) => Promise<number>,
): Promise<number> {
  const figures: { path: string; figure: number }[] = [];
  for (const path of paths) figures.push({ path, figure: await measure(path) });
  figures.sort((a, b) => b.figure - a.figure);
  for (const { path, figure } of figures.slice(0, 10)) context.log(`  ${figure.toFixed(0)} ${unit} ${path}`);
  return figures[0]?.figure ?? 0;
}

/** The time to the first byte of the slowest page of the console with 100,000 submissions, against 150 ms. */
export const consoleFirstByte: Row = {
  name: 'console',
  target: atMost(1),
  async run(context) {
    const { url, headers, paths } = await openConsole(context);
    const firstByte = openFirstByte(context, url);
    const worst = await worstOf(context, paths, 'ms', (path) => firstByte({ path, headers }, turns));
    return measured(worst, limitMs, 'ms');
  },
};

/** The bytes of the heaviest page of the console with its styles and scripts, against 200 KB. */
export const consoleWeight: Row = {
  name: 'console-weight',
  target: atMost(1),
  async run(context) {
    const { url, headers, paths } = await openConsole(context);
    const worst = await worstOf(context, paths, 'bytes', async (path) => {
      const page = await (await fetch(url + path, { headers })).text();
      const assets = new Set(
        [...page.matchAll(/(?:href|src)="(\/assets\/[^"#]+)/g)].map(([, asset]) => asset ?? ''),
      );
      let bytes = Buffer.byteLength(page);
      for (const asset of assets) {
        const answer = await fetch(url + asset, { headers: { 'accept-encoding': 'br' } });
        bytes += Number(answer.headers.get('content-length'));
      }
      return bytes;
    });
    return measured(worst, limitBytes, 'bytes');
  },
};
