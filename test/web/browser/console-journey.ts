import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { openBrowser } from '../../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { startService } from '../../support/formlog.ts';

/** A receiver that refuses everything with its status until it is mended. */
export interface MendableReceiver {
  readonly url: string;
  isMended: boolean;
  /** All requests, and those since it was mended. */
  requests: number;
  received: number;
}

/** Starts a receiver that refuses everything with a status. */
export async function startReceiver(refusal: 404 | 503) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      receiver.requests += 1;
      if (receiver.isMended) receiver.received += 1;
      response.writeHead(receiver.isMended ? 200 : refusal).end('ok');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  const url = `http://127.0.0.1:${port}/hook`;
  const receiver: MendableReceiver = { url, isMended: false, requests: 0, received: 0 };
  return { receiver, close: () => server.close() };
}

/**
 * Starts a service with its demo form, signs in to its console as the operator in a browser, and adds the receiver as a
 * destination, whose secret is then shown. The browser must not complain during the journey.
 */
export async function inConsole(
  dir: string,
  refusal: 404 | 503,
  journey: (page: Page, receiver: MendableReceiver, service: { readonly url: string }) => Promise<void>,
): Promise<void> {
  const { receiver, close } = await startReceiver(refusal);
  const service = await startService(dir);
  const greeting = await eventually('the greeting', () =>
    /as the operator[^:]*:\s+(http\S+)/.exec(service.lines.join('')),
  );
  const browser = await openBrowser(service.url);
  const { page } = browser;
  page.setDefaultTimeout(30_000);
  try {
    await page.goto(greeting[1] ?? '');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('link', { name: 'Destinations', exact: true }).click();
    await page.getByRole('button', { name: 'Add a destination' }).first().click();
    await page.getByLabel('Label').fill('CRM');
    await page.getByLabel('Address').fill(receiver.url);
    await page.getByRole('button', { name: 'Add the destination' }).click();
    await page.getByText('shown', { exact: false }).first().waitFor();
    await journey(page, receiver, service);
    assert.equal(browser.complaints, []);
  } catch (error) {
    console.log(page.url(), (await page.locator('main').textContent())?.slice(0, 600));
    throw error;
  } finally {
    await browser.close();
    await service.kill('SIGTERM');
    close();
  }
}
