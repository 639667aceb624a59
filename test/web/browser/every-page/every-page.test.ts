import * as assert from 'uvu/assert';
import {
  assertSound,
  type Browser,
  browserSuite,
  openBrowser,
  weightOfPages,
} from '../../../support/browser.ts';
import { park } from '../../../support/parked.ts';
import { routesIn } from '../../../support/routes.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { isFile, noPages, pagesOf, type Shown } from './pages.ts';
import { makeThings } from './things.ts';

const test = browserSuite('every page, in a browser');
let service: TestService;
let address: string;
/** By route. */
let pages: Readonly<Record<string, readonly Shown[]>>;
test.before(async () => {
  const provider = { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'formlog' };
  service = await startService({
    settings: { PUBLIC_URL: undefined, SIGN_UP: 'open', ...provider },
    http: { minFormMs: 0 },
  });
  address = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const things = await makeThings(service);
  park(service, things.some.destination);
  pages = pagesOf(things);
});
test.after(() => service.close());

/** With everything that it loads into a browser that has nothing yet. */
const heaviestBytes = 200_000;

test('every route for browsers is a page that is looked at here, or is listed as none', async () => {
  const tree = service.app.printRoutes({ commonPrefix: false, includeHooks: false });
  const forBrowsers = routesIn(tree).filter(
    ({ method, path }) => method === 'GET' && /^\/(console|f\/|files|embed|notices|$)/.test(path),
  );
  const unknown: string[] = [];
  for (const { path } of forBrowsers) {
    // The router also knows the routes that take POST alone, and refuse GET.
    const { status } = await service.inject({ method: 'GET', url: path.replace(/:\w+/g, 'none') });
    if (status !== 405 && !(path in pages) && !(path in noPages) && !isFile(path)) unknown.push(path);
  }
  assert.equal(unknown, []);
  const routes = new Set(forBrowsers.map(({ path }) => path));
  assert.equal(
    [...Object.keys(pages), ...Object.keys(noPages)].filter((path) => !routes.has(path)),
    [],
    'an entry without a route',
  );
});

async function signIn({ page }: Browser): Promise<void> {
  await page.goto(`${address}/console/sign-in`);
  await page.getByLabel('Token or API key').fill(service.operatorTokens[0] ?? '');
  await page.getByRole('button', { name: 'Sign in with the key' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
}

/** Every fault of a page, so that one run names all of them. */
async function faultsOf(browser: Browser, shown: Shown, weight: () => number): Promise<string[]> {
  const [path, expected] = typeof shown === 'string' ? [shown, 200] : shown;
  const answer = await browser.page.goto(address + path);
  const faults: string[] = [];
  if (answer?.status() !== expected) faults.push(`${path} answered ${answer?.status()}`);
  await assertSound(browser, path).catch((error: unknown) =>
    faults.push(
      error instanceof assert.Assertion ? `${error.message} ${String(error.details)}` : String(error),
    ),
  );
  browser.complaints.length = 0;
  const [named, heading] = [
    await browser.page.title(),
    await browser.page.locator('h1').first().textContent(),
  ];
  if (path.startsWith('/console') && !named.includes(heading?.trim() ?? ''))
    faults.push(`${path} has the title ${named} and the heading ${heading}`);
  const bytes = weight();
  if (bytes > heaviestBytes) faults.push(`${path} has ${bytes} bytes`);
  return faults;
}

/** Looks at pages until the last, and then names every fault. */
async function look(width: number, dark: boolean, shown: readonly Shown[]): Promise<void> {
  const browser = await openBrowser(address, { width, dark });
  try {
    await signIn(browser);
    const weight = await weightOfPages(browser);
    const faults: string[] = [];
    for (const one of shown) faults.push(...(await faultsOf(browser, one, weight)));
    assert.equal(faults, []);
  } finally {
    await browser.close();
  }
}

const all = () => Object.values(pages).flat();
/** The last address of a page has the most on it. */
const fullest = () =>
  Object.values(pages).flatMap((of) => of.filter((one) => typeof one === 'string').slice(-1));

/** The long run looks at all addresses in each combination, in a run of its own: `375 dark`, for instance. */
const [width, scheme] = process.env['PAGES_AT']?.split(' ') ?? [];
if (width === undefined) {
  test('on a phone in the light each page is accessible, without an error, within its width and weight', () =>
    look(375, false, all()));
  test('on a wide screen in the dark, each page that shows many things is sound', () =>
    look(1_280, true, fullest()));
} else
  test(`${width} px wide, ${scheme}: each page is accessible, without an error, within its width and weight`, () =>
    look(Number(width), scheme === 'dark', all()));

test.run();
