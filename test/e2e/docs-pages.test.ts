import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { testUnless } from '../support/left-out.ts';
import { startService } from '../support/service.ts';
import { lacking, locate } from '../support/tools.ts';

const executablePath = locate('chromium') ?? 'chromium';
const test = suite('/docs in a browser');
const inBrowser = testUnless(lacking('chromium'), test);

test('links to no other site', async () => {
  const service = await startService({ settings: { PUBLIC_URL: undefined } });
  try {
    const { statusCode, body } = await service.app.inject('/docs');
    assert.is(statusCode, 200);
    const links = [...body.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, link]) => link ?? '');
    assert.ok(links.length > 2, body);
    assert.equal(
      links.filter((link) => /^(https?:)?\/\//.test(link)),
      [],
    );
  } finally {
    await service.close();
  }
});

test('offers the same document as JSON and as YAML', async () => {
  const service = await startService({ settings: { PUBLIC_URL: undefined } });
  try {
    const { body } = await service.app.inject('/openapi.json');
    assert.is((await service.app.inject('/docs/json')).body, body);
    const yaml = await service.app.inject('/docs/yaml');
    assert.is(yaml.headers['content-type'], 'application/yaml');
    assert.is(yaml.body, body, 'JSON is YAML');
  } finally {
    await service.close();
  }
});

inBrowser('shows every operation under its policy: no error, and nothing asked of anybody else', async () => {
  const service = await startService({ settings: { PUBLIC_URL: undefined } });
  const profile = mkdtempSync(join(tmpdir(), 'formlog-browser-'));
  const address = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    const page = await browser.newPage();
    const errors: string[] = [];
    const asked: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('requestfailed', (request) => errors.push(`${request.url()}: ${request.failure()?.errorText}`));
    page.on('request', (request) => asked.push(request.url()));

    await page.goto(`${address}/docs`);
    const operations = page.locator('.opblock');
    await operations.first().waitFor();
    assert.ok((await operations.count()) > 40, `${await operations.count()} operations`);
    const submit = page.locator('#operations-submissions-createSubmission');
    await submit.locator('.opblock-summary').first().click();
    await submit.locator('.responses-table').first().waitFor();
    assert.match((await submit.textContent()) ?? '', 'Idempotency-Key');

    assert.equal(errors, []);
    const elsewhere = asked.filter((url) => !url.startsWith(`${address}/`) && !url.startsWith('data:'));
    assert.equal(elsewhere, []);
    assert.ok(asked.length > 3);
  } finally {
    await browser.close();
    await service.close();
    rmSync(profile, { recursive: true, force: true });
  }
});

test.run();
