import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { against } from '../against.ts';
import { apiError, type FakeRequest, startFakeService } from '../fake-service.ts';
import { runCli } from '../run-cli.ts';

const test = suite('stripe');
const receiver = {
  provider: 'stripe',
  url: 'https://forms.example/hooks/stripe/a',
  configured_at: null,
  unmatched_events: [
    {
      event_id: 'evt_1',
      event_type: 'payment_intent.succeeded',
      reason: 'unknown_submission',
      submission_id: null,
      payment_id: 'pi_1',
      received_at: '2026-01-31T12:00:00.000Z',
    },
  ],
};
const path = '/api/admin/v1/accounts/a%201/payment-providers/stripe';

test('show prints the address and the events that belong to no submission', async () => {
  const { asked, plain, json } = await against({ status: 200, body: receiver }, 'stripe', 'show');
  assert.is(asked, `GET ${path}`);
  assert.match(plain.stdout, /^address +https:\/\/forms\.example\/hooks\/stripe\/a$/m);
  assert.match(plain.stdout, /^secret set +no$/m);
  assert.match(plain.stdout, '2026-01-31T12:00:00.000Z  evt_1  unknown_submission  submission -');
  assert.equal(json.lines(), [receiver]);
});

test('set-secret sends the secret from the option or the environment, and never prints it', async () => {
  const sent: FakeRequest[] = [];
  const service = await startFakeService((request) => {
    sent.push(request);
    return { status: 200, body: { ...receiver, configured_at: '2026-01-31T12:00:00.000Z' } };
  });
  const env = { FORMLOG_SERVICE: service.url, FORMLOG_TOKEN: 't', FORMLOG_ACCOUNT: 'a' };
  const secret = 'whsec_a1B2c3D4e5F6g7H8';
  const direct = await runCli(['stripe', 'set-secret', '--secret', secret], env);
  const hidden = await runCli(['stripe', 'set-secret', '--secret', '-'], { ...env, FORMLOG_SECRET: secret });
  const missing = await runCli(['stripe', 'set-secret', '--secret', '-'], env);
  await service.close();
  assert.equal([direct.code, hidden.code, missing.code], [0, 0, 2]);
  assert.equal(
    sent.map(({ method, body }) => [method, body]),
    [direct, hidden].map(() => ['PUT', { signing_secret: secret }]),
  );
  for (const { stdout, stderr } of [direct, hidden]) assert.not(`${stdout}${stderr}`.includes(secret));
});

test('remove says that events are refused from then on', async () => {
  const { asked, plain, json } = await against({ status: 204, body: null }, 'stripe', 'remove');
  assert.is(asked, `DELETE ${path}`);
  assert.match(plain.stdout, "Stripe's events are refused from now on.");
  assert.equal(json.lines(), [{ account: 'a 1', removed: true }]);
  assert.is((await against(apiError(404, 'not_found'), 'stripe', 'remove')).plain.code, 1);
});

test.run();
