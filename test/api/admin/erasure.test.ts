import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Session } from '../../../coordination/leases/session.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { openStatusBoard } from '../../../projections/progress/status-board.ts';
import { eventually } from '../../support/eventually.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('erasure of a submission');
let service: TestService;

test.before(async () => {
  service = await startService();
});
test.after(() => service.close());

async function submitted(idempotencyKey: string) {
  const { accountId, api } = await service.newAccount();
  const formId = await service.newForm(accountId);
  const submit = () =>
    api('POST', '/submissions', {
      body: { form_id: formId, answers: { name: 'Ada' } },
      headers: { 'idempotency-key': idempotencyKey },
    });
  const made = await submit();
  assert.is(made.status, 201, made.text);
  return { accountId, api, formId, submit, id: String(made.at('id')) };
}

test('operators may erase, auditors may not, and an unknown submission is 404', async () => {
  const { id } = await submitted('a');
  const [, auditor = ''] = service.operatorTokens;
  const refused = await service.withToken(auditor)('POST', `/submissions/${id}/erase`);
  assert.equal([refused.status, refused.at('error.code')], [403, 'insufficient_scope']);
  assert.is((await service.admin('POST', '/submissions/none/erase')).status, 404);
  const [, , analyst = ''] = service.operatorTokens;
  assert.is((await service.withToken(analyst)('POST', `/submissions/${id}/erase`)).status, 403);
});

test('given an erased submission, the public API answers 404, and the admin API the time of the erasure', async () => {
  const { id, api, accountId, formId } = await submitted('b');
  const erased = await service.admin('POST', `/submissions/${id}/erase`);
  assert.equal([erased.status, erased.at('status'), erased.at('form_id')], [200, 'erasing', formId]);
  const headers = { 'x-read-after': String(erased.header('x-log-position')) };
  assert.is((await api('GET', `/submissions?id=${id}`, { headers })).status, 404);
  assert.is((await api('GET', `/forms?id=${formId}`, { headers })).at('submission_count'), 0);
  const history = await service.admin('GET', `/submissions/${id}/history`, { headers });
  assert.equal([history.status, history.at('error.code')], [410, 'erased']);
  assert.is(history.at('error.details.erased_at'), erased.at('erased_at'));
  const again = await service.admin('POST', `/submissions/${id}/erase`);
  assert.equal([again.status, again.at('erased_at')], [200, erased.at('erased_at')]);
  const audit = await service.admin('GET', `/accounts/${accountId}/audit`, { headers });
  assert.equal([audit.at('count'), audit.at('data.0.type')], [1, 'SubmissionErased']);
  assert.equal(audit.names('data.0.data'), ['submissionId', 'formId', 'at']);
});

test('a repetition of the request that created an erased submission creates no other', async () => {
  const { id, submit } = await submitted('c');
  await service.admin('POST', `/submissions/${id}/erase`);
  await service.log.eraseStream(streamOf.submission(id));
  const repeated = await submit();
  assert.equal([repeated.status, repeated.at('error.code')], [410, 'erased']);
});

test('while an erasure is in progress, a read says what it waits for', async () => {
  const [first, second, never] = [await submitted('d'), await submitted('e'), await submitted('f')];
  const asked = await service.admin('POST', `/submissions/${first.id}/erase`);
  assert.equal([asked.at('status'), asked.at('waiting_for.code')], ['erasing', 'dispatcher']);
  const later = await service.admin('POST', `/submissions/${second.id}/erase`);
  const headers = { 'x-read-after': String(later.header('x-log-position')) };
  const [, auditor = ''] = service.operatorTokens;
  const read = (id: string) => service.withToken(auditor)('GET', `/submissions/${id}/erasure`, { headers });
  assert.is((await read(never.id)).status, 404);

  const session = new Session(service.store, { leaseMs: 2_000 });
  const board = openStatusBoard(session);
  const { onState, onActivity } = board.reporterOf('eraser');
  const names = ['submissions@1.g2'];
  const message = 'Its data may be written again by submissions@1.g2, which is being built.';
  const upTo = `${String(asked.at('erased_at'))} ${first.id}`;
  onState({ state: 'catching up' });
  onState({ state: 'stopped', error: new Error('no patience') });
  onActivity({ code: 'builds', message, names, upTo });
  const known = await eventually('it is told', async () => {
    const answer = await read(first.id);
    return answer.at('waiting_for.code') === 'builds' && answer;
  });
  assert.equal(
    ['message', 'names', 'error.message'].map((part) => known.at(`waiting_for.${part}`)),
    [message, names, 'no patience'],
  );
  assert.is((await service.admin('POST', `/submissions/${first.id}/erase`)).at('waiting_for.code'), 'builds');
  const after = await read(second.id);
  assert.equal([after.at('waiting_for.code'), after.at('waiting_for.names')], ['turn', names]);
  assert.match(String(after.at('waiting_for.message')), message);

  onState({ state: 'live' });
  onActivity(null);
  await eventually('it is idle', async () => (await read(first.id)).at('waiting_for.error') === null);
  assert.is((await read(first.id)).at('waiting_for.code'), 'turn');
  board.close();
  await session.end();
  assert.is((await read(first.id)).at('waiting_for.code'), 'dispatcher');
});

test.run();
