import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { signedHeaders } from '../../dispatcher/worker/signature.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { testUnless } from '../support/left-out.ts';
import { rootUrl } from '../support/repository.ts';
import { lacking } from '../support/tools.ts';
import { openWorld, secret } from './world.ts';

const test = suite('docs/webhooks.md');
const page = readFileSync(new URL('docs/webhooks.md', rootUrl), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'formlog-guide-'));
const world = await openWorld();
test.after(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

/** The first piece of code of a language. */
function codeOf(language: string): string {
  const [, code] = new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'm').exec(page) ?? [];
  if (code === undefined) throw new Error(`the page has no ${language}`);
  return code;
}

for (const [language, file, command, missing] of [
  ['js', 'receiver.mjs', process.execPath, null],
  ['python', 'receiver.py', 'python3', lacking('python3')],
] as const)
  testUnless(missing, test)(
    `${file} takes real deliveries, once each, and refuses what is forged, changed or old`,
    async () => {
      const path = join(folder, file);
      writeFileSync(path, codeOf(language));
      const port = await freePort();
      const env = { ...process.env, SIGNING_SECRET: secret, PORT: String(port) };
      const receiver = spawn(command, [path], { env, stdio: ['ignore', 'pipe', 'inherit'] });
      let printed = '';
      receiver.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
      const url = `http://127.0.0.1:${port}/`;
      try {
        const post = async (headers: Record<string, string>, body: string) =>
          (await fetch(url, { method: 'POST', headers, body })).status;
        await eventually('it listens', async () => (await post({}, '{}').catch(() => 0)) === 400);
        const destinationId = await world.configure(url);
        await world.submit();
        const [delivery] = await world.deliveries(destinationId, 'succeeded', 1);
        assert.match(printed, `take submission.created ${delivery?.id}`);

        const pingOf = (eventId: string, position: string) =>
          JSON.stringify({ event: 'ping', destination_id: 'd', event_id: eventId, position });
        const body = pingOf('e1', '9');
        const signed = (at: number, by = [secret], text = body, deliveryId = 'by-hand') =>
          signedHeaders({
            scheme: 'timestamped',
            secrets: by,
            body: Buffer.from(text),
            deliveryId,
            event: 'ping',
            now: new Date(at),
            product: 'Service',
          });
        const now = Date.now();
        assert.is(await post(signed(now), body), 204);
        assert.is(await post(signed(now), body), 204);
        assert.is(await post(signed(now, [secret], body, 'other'), body), 204, 'by another destination');
        for (const [eventId, position] of [
          ['e2', '10'],
          ['e3', '8'],
        ] as const) {
          const text = pingOf(eventId, position);
          assert.is(await post(signed(now, [secret], text, eventId), text), 204);
        }
        const unnamed = '{"event":"ping","destination_id":"d"}';
        assert.is(await post(signed(now, [secret], unnamed, 'earlier'), unnamed), 204);
        await eventually('the last is printed', () => printed.includes('earlier'));
        assert.equal(printed.match(/\w+ ping \S+/g), [
          'take ping by-hand',
          'take ping e2',
          'older ping e3',
          'older ping earlier',
        ]);
        assert.is(await post(signed(now, ['new', secret]), body), 204, 'while the secret is rotated');
        assert.is(await post(signed(now), `${body} `), 400, 'changed');
        assert.is(await post(signed(now, ['another']), body), 400, 'forged');
        assert.is(await post(signed(now - 302_000), body), 400, 'old');
        assert.is(await post({ 'x-service-signature': 't=,v1=' }, body), 400, 'malformed');
        await world.command(destinationId, { type: 'RemoveDestination', at: new Date().toISOString() });
      } finally {
        receiver.kill();
      }
    },
  );

test.run();
