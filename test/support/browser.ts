import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser as Chromium, chromium, type Page } from 'playwright-core';
import Type from 'typebox';
import { Value } from 'typebox/value';
import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { suiteUnless } from './left-out.ts';
import { lacking, locate } from './tools.ts';

const executablePath = locate('chromium') ?? 'chromium';
const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking'];
/** The Chromium in which all browsers of a suite have profiles of their own. */
let started: Promise<Chromium> | null = null;

/** A suite whose tests call `openBrowser`. It is left out where no Chromium is installed. */
export function browserSuite<T = Record<string, never>>(name: string): Test<T> {
  const test = suiteUnless<T>(lacking('chromium'), name);
  test.after(async () => {
    await (await started)?.close();
    started = null;
  });
  return test;
}

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

/** @param origins those of the service, and of others to which its people go; requests to any other are complaints */
export async function openBrowser(
  origins: string | readonly string[],
  { width = 1_280, dark = false, javaScriptEnabled = true }: BrowserOptions = {},
): Promise<Browser> {
  started ??= chromium.launch({ executablePath, args });
  const context = await (
    await started
  ).newContext({
    javaScriptEnabled,
    viewport: { width, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (!isExpected(message.text())) complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on('request', (request) => {
    if (![origins, 'data:'].flat().some((origin) => request.url().startsWith(origin)))
      complaints.push(request.url());
  });
  return {
    page,
    complaints,
    close: () => context.close(),
  };
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const Violations = Type.Array(
  Type.Object({ id: Type.String(), nodes: Type.Array(Type.Object({ html: Type.String() })) }),
);

/** The violations of accessibility rules on the page that is shown. */
async function violations(page: Page): Promise<string[]> {
  // In the middle of a transition, colours are neither those before nor those after.
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().filter(({ playState }) => playState === "running").map((each) => each.finished))',
  );
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

const Finished = Type.Object({ encodedDataLength: Type.Number() });

/**
 * Has the browser keep nothing of what it loads.
 * @returns a function that gives the bytes, over the wire, since it was last called
 */
export async function weightOfPages({ page }: Browser): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  let bytes = 0;
  session.on('Network.loadingFinished', (loaded) => {
    bytes += Value.Parse(Finished, loaded).encodedDataLength;
  });
  return () => {
    const since = bytes;
    bytes = 0;
    return since;
  };
}
