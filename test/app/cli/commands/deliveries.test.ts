import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { against } from '../against.ts';
import { apiError } from '../fake-service.ts';

const test = suite('deliveries and recoveries');

const at = '2025-01-01T00:00:00.000Z';
const delivery = {
  id: 'e1',
  destination_id: 'd1',
  kind: 'submission.created',
  form_id: 'f1',
  submission_id: 's1',
  status: 'pending',
  attempt_count: 2,
  next_attempt_at: null,
  attempts: [
    {
      attempt: 1,
      started_at: '2025-01-01T00:00:00.000Z',
      duration_ms: 12.3,
      outcome: { kind: 'response', status: 503, excerpt: 'busy' },
      next_attempt_at: '2025-01-01T00:01:00.000Z',
    },
    {
      attempt: 2,
      started_at: '2025-01-01T00:01:00.000Z',
      duration_ms: 10_000,
      outcome: { kind: 'error', error_class: 'timeout', message: 'No answer within 10 s' },
      next_attempt_at: null,
    },
  ],
};
const recovery = {
  id: 'r1',
  destination_id: 'd1',
  status: 'running',
  paused_because: null,
  total: 3,
  replayed: 0,
  passed_over: 0,
  per_second: 5,
  created_at: at,
};

test('deliveries list and show, with every attempt', async () => {
  const query = ['--destination', 'd1', '--status', 'pending'];
  const list = await against({ status: 200, body: { data: [delivery] } }, 'deliveries', 'list', ...query);
  assert.is(
    list.asked,
    'GET /api/admin/v1/deliveries?account_id=a+1&destination_id=d1&status=pending&limit=50',
  );
  const narrow = ['--event', 'ping', '--form', 'f1', '--submission', 's1', '--since', '2026-01-31T12:00:00Z'];
  const all = await against(
    { status: 200, body: { data: [] } },
    'deliveries',
    'list',
    ...narrow,
    '--all-accounts',
  );
  assert.is(
    all.asked,
    'GET /api/admin/v1/deliveries?kind=ping&form_id=f1&submission_id=s1&since=2026-01-31T12%3A00%3A00.000Z&limit=50',
  );
  const show = await against({ status: 200, body: delivery }, 'deliveries', 'show', 'e1');
  assert.equal(show.json.lines(), [delivery]);
  assert.match(show.plain.stdout, /1 .* 12 ms +HTTP 503[^]*2 .* 10000 ms +No answer within 10 s/);
});

test('deliveries show --requests prints the sent requests, and says which cannot be shown', async () => {
  const request = { attempt: 1, started_at: at, method: 'POST', url: 'https://x/', signature_fits: true };
  const sent = { body: '{"a":1}', missing: [], requests: [{ ...request, headers: { 'x-a': 'b' } }] };
  const show = await against({ status: 200, body: sent }, 'deliveries', 'show', 'e1', '--requests');
  assert.is(show.asked, 'GET /api/admin/v1/deliveries/e1/requests');
  assert.equal(show.json.lines(), [sent]);
  assert.match(show.plain.stdout, /signature verified\nPOST https:\/\/x\/\nx-a: b\n\n{"a":1}\n/);
  const old = { ...request, url: null, headers: null, signature_fits: null };
  const gone = { body: null, missing: ['source_erased', 'requests_not_recorded'], requests: [old] };
  const { plain } = await against({ status: 200, body: gone }, 'deliveries', 'show', 'e1', '--requests');
  assert.match(plain.stderr, /was erased[^]*before addresses/);
  assert.match(plain.stdout, /not verifiable/);
});

test('deliveries replay', async () => {
  const answer = { status: 202, body: { id: 'e1', status: 'pending' } };
  const { plain, json, asked } = await against(answer, 'deliveries', 'replay', 'e1');
  assert.is(asked, 'POST /api/admin/v1/deliveries/e1/replay');
  assert.equal(json.lines(), [answer.body]);
  assert.match(plain.stdout, /is due again/);
  const disabled = await against(apiError(409, 'destination_disabled'), 'deliveries', 'replay', 'e1');
  assert.is(disabled.plain.code, 1);
  assert.match(disabled.plain.stderr, /formlog destinations enable/);
});

test('deliveries recover counts, starts and waits for the end', async () => {
  const found = { total: 3, failed: 1, exhausted: 0, skipped: 2 };
  const select = ['--since', '4711', '--destination', 'd1'];
  const dry = await against({ status: 200, body: found }, 'deliveries', 'recover', ...select, '--dry-run');
  assert.is(dry.asked, 'GET /api/admin/v1/accounts/a%201/recoverable?destination_id=d1&since=4711');
  assert.match(dry.plain.stdout, /3 would be sent again: 1 failed, 0 exhausted, 2 skipped/);
  const done = { status: 200, body: { ...recovery, status: 'completed', replayed: 3 } };
  const begun = await against(done, 'deliveries', 'recover', ...select, '--per-second', '5');
  assert.is(begun.asked, 'POST /api/admin/v1/accounts/a%201/recoveries');
  assert.equal(begun.body, { destination_id: 'd1', since: '4711', per_second: 5 });
  assert.equal([begun.plain.code, begun.json.lines()], [0, [done.body]]);
  assert.match(begun.plain.stdout, /is completed: 3 sent again/);
  const detached = await against(
    { status: 202, body: recovery },
    'deliveries',
    'recover',
    ...select,
    '--no-wait',
  );
  assert.match(detached.plain.stdout, /recoveries watch r1/);
});

test('deliveries recover takes statuses, including waiting', async () => {
  const select = ['deliveries', 'recover', '--since', '0', '--status', 'pending'];
  const dry = await against({ status: 200, body: { total: 4, pending: 4 } }, ...select, '--dry-run');
  assert.is(dry.asked, 'GET /api/admin/v1/accounts/a%201/recoverable?since=0&statuses=pending');
  assert.match(dry.plain.stdout, /4 would be sent again: 4 pending/);
  const begun = await against({ status: 202, body: recovery }, ...select, '--no-wait');
  assert.equal(begun.body, { since: '0', statuses: ['pending'] });
});

const cancellation = {
  id: 'c1',
  destination_id: 'd1',
  status: 'completed',
  paused_because: null,
  total: 3,
  cancelled: 3,
  passed_over: 0,
  per_second: 1_000,
  created_at: at,
};

test('deliveries cancel cancels one, or counts and cancels many and waits for the end', async () => {
  const answer = { status: 200, body: { id: 'e1', status: 'cancelled' } };
  const one = await against(answer, 'deliveries', 'cancel', 'e1', '--reason', 'ticket 12');
  assert.is(one.asked, 'POST /api/admin/v1/deliveries/e1/cancel');
  assert.equal([one.body, one.json.lines()], [{ reason: 'ticket 12' }, [answer.body]]);
  const select = ['--destination', 'd1', '--status', 'pending', '--since', '4711'];
  const preview = await against(
    { status: 200, body: { total: 3, pending: 3 } },
    'deliveries',
    'cancel',
    ...select,
    '--preview',
  );
  assert.is(preview.asked, 'GET /api/admin/v1/accounts/a%201/cancellable?destination_id=d1&since=4711');
  assert.match(preview.plain.stdout, /3 would be cancelled/);
  const done = { status: 200, body: cancellation };
  const many = await against(done, 'deliveries', 'cancel', ...select, '--reason', 'replaced');
  assert.is(many.asked, 'POST /api/admin/v1/accounts/a%201/cancellations');
  assert.equal(many.body, { destination_id: 'd1', since: '4711', reason: 'replaced' });
  assert.equal([many.plain.code, many.json.lines()], [0, [cancellation]]);
  assert.match(many.plain.stdout, /Cancellation c1 is completed: 3 cancelled/);
  const list = await against({ status: 200, body: { data: [cancellation] } }, 'cancellations', 'list');
  assert.is(list.asked, 'GET /api/admin/v1/accounts/a%201/cancellations?limit=50');
  assert.match(list.plain.stdout, /c1 +d1 +completed +3 +3/);
});

test('deliveries cancel refuses to guess the deliveries', async () => {
  for (const wrong of [
    [],
    ['e1', '--since', '2h'],
    ['e1', '--destination', 'd1'],
    ['--since', '2h', '--status', 'failed'],
  ]) {
    const { plain } = await against({ status: 200, body: {} }, 'deliveries', 'cancel', ...wrong);
    assert.is(plain.code, 2, wrong.join(' '));
  }
});

test('recoveries list, watch, pause, resume and cancel', async () => {
  const list = await against({ status: 200, body: { data: [recovery] } }, 'recoveries', 'list');
  assert.is(list.asked, 'GET /api/admin/v1/accounts/a%201/recoveries?limit=50');
  assert.match(list.plain.stdout, /r1 +d1 +running +3/);
  const stuck = { ...recovery, status: 'paused', paused_because: 'destination_disabled' };
  const watch = await against({ status: 200, body: stuck }, 'recoveries', 'watch', 'r1');
  assert.is(watch.plain.code, 1);
  assert.match(watch.plain.stderr, /recoveries resume r1/);
  for (const action of ['pause', 'resume', 'cancel']) {
    const { asked, json } = await against({ status: 200, body: recovery }, 'recoveries', action, 'r1');
    assert.is(asked, `POST /api/admin/v1/recoveries/r1/${action}`);
    assert.equal(json.lines(), [recovery]);
  }
});

test.run();
