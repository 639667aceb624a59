import type { Json } from '../support/json-schema.ts';
import { newOperationIds } from '../support/operation-ids.ts';
import { operationsOf } from '../support/operations.ts';
import type { TestService } from '../support/service.ts';
import { signIn, type Visit } from '../support/web.ts';
import type { FuzzTargets, Page } from './fuzz-request.ts';

/** The most pages that are looked at for their links and forms. */
const maxPages = 80;

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found.replaceAll('&amp;', '&'));

/** Addresses that differ in their ids alone are one page. */
const kindOf = (url: string): string => url.replace(/[0-9A-Za-z]{20}/g, 'ID').replace(/=[^&]*/g, '=');

function formsIn(html: string, at: string): Page[] {
  return [...html.matchAll(/<form([^>]*)>([^]*?)<\/form>/g)].map(([, head = '', inner = '']): Page => {
    const method = /method="post"/i.test(head) ? 'POST' : 'GET';
    const [url = at] = matches(head, /action="([^"]+)"/g);
    return { method, url, fields: matches(inner, /name="([^"]+)"/g) };
  });
}

/** Every page that links lead to, and every form in them. */
async function crawl(visit: Visit, starts: readonly string[]): Promise<Page[]> {
  const pages = new Map<string, Page>();
  const waiting = [...starts];
  for (let url = waiting.shift(); url !== undefined && pages.size < maxPages; url = waiting.shift()) {
    if (pages.has(`GET ${kindOf(url)}`)) continue;
    const { text } = await visit.get(url);
    pages.set(`GET ${kindOf(url)}`, { method: 'GET', url, fields: [] });
    for (const form of formsIn(text, url)) pages.set(`${form.method} ${kindOf(form.url)}`, form);
    waiting.push(...matches(text, /href="((?:\/console|\/f|\/assets)[^"]*)"/g));
  }
  return [...pages.values()];
}

/** Makes what the next requests are about: earlier requests may have changed, ended or removed everything. */
export async function newTargets(service: TestService, document: Json): Promise<FuzzTargets> {
  // Under the name of the examples, a request would close the account, and all that follow would be refused.
  const account = await service.newAccount('business', 'Not that of the examples');
  const ids = await newOperationIds(service, account);
  await service.settled();
  const token = service.operatorTokens[0] ?? '';
  const visit = await signIn(service, token);
  const starts = [
    '/console',
    '/embed.js',
    '/console/sign-in',
    `/f/${ids['forms']}`,
    `/f/${ids['forms']}/thanks`,
  ];
  for (const room of ['forms', 'submissions', 'destinations', 'deliveries', 'recoveries'])
    starts.push(`/console/${room}?account=${account.accountId}`);
  for (const room of ['forms', 'submissions', 'destinations', 'deliveries', 'recoveries'])
    starts.push(`/console/${room}/${ids[room]}`);
  const pages = await crawl(visit, starts);
  const { text } = await visit.get('/console/session');
  return {
    document,
    ids,
    pages,
    token,
    key: account.key,
    operations: operationsOf(document, ids),
    cookie: [...visit.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    formToken: /name="_token" value="([^"]+)"/.exec(text)?.[1] ?? '',
  };
}
