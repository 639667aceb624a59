import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import Type from 'typebox';
import { Value } from 'typebox/value';
import * as assert from 'uvu/assert';
import { lacking, locate } from './tools.ts';

/** Why there is no browser for the tests; null where there is one. */
export const noBrowser = lacking('chromium');
const executablePath = locate('chromium') ?? 'chromium';

export interface BrowserOptions {
  readonly width?: number;
  readonly dark?: boolean;
  readonly javaScriptEnabled?: boolean;
}

/** A browser that notes every complaint of a page, and every request to elsewhere. */
export interface Browser {
  readonly page: Page;
  /** Messages of the console, refusals of the policy, and requests that failed or went elsewhere. */
  readonly complaints: string[];
  close(): Promise<void>;
}

/** Whether a message of the console is part of a sound page. */
function isExpected(text: string): boolean {
  return (
    // A page that says why something is refused has the status of the refusal.
    text.includes('the server responded with a status of 4') ||
    // Leaving a page aborts its requests; htmx logs both of these. A request that fails logs `htmx:sendError` too.
    text.startsWith('htmx:sendAbort') ||
    text.startsWith('htmx:afterRequest') ||
    // A test types before the browser has drawn the page; the control that it types into has the focus then.
    text.startsWith('Autofocus processing was blocked')
  );
}

/** @param origin the origin of the service; requests to any other are complaints */
export async function openBrowser(
  origin: string,
  { width = 1_280, dark = false, javaScriptEnabled = true }: BrowserOptions = {},
): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'formlog-browser-'));
  const context: BrowserContext = await chromium.launchPersistentContext(profile, {
    executablePath,
    javaScriptEnabled,
    viewport: { width, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking'],
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (!isExpected(message.text())) complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
      complaints.push(request.url());
  });
  return {
    page,
    complaints,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const Violations = Type.Array(
  Type.Object({ id: Type.String(), nodes: Type.Array(Type.Object({ html: Type.String() })) }),
);

/** The violations of accessibility rules on the page that is shown. */
async function violations(page: Page): Promise<string[]> {
  // The policy of the pages lets no script in; the debugger may.
  await page.evaluate(axe);
  const found = await page.evaluate(
    'axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations)',
  );
  return Value.Parse(Violations, found).flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** The page has no fault that people or machines could see, and needs no scrolling sideways. */
export async function assertSound({ page, complaints }: Browser, name: string): Promise<void> {
  assert.equal(complaints, [], name);
  assert.equal(await violations(page), [], name);
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  assert.is(overflow, 0, `${name} is wider than its window`);
}
