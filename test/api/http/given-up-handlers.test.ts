import fastify from 'fastify';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { handleErrors } from '../../../api/errors/error-handlers.ts';
import { limitHandlerTime } from '../../../api/http/handler-timeout.ts';
import type { PendingWork } from '../../../async/stall-watch.ts';
import { eventually } from '../../support/eventually.ts';

const test = suite('handlers that continue after the time limit of their response');

for (const [outcome, settle] of [
  ['replies', 'resolve'],
  ['throws', 'reject'],
] as const)
  test(`the stall watch covers a handler until it ${outcome}`, async () => {
    const app = fastify({ logger: { level: 'silent' } });
    handleErrors(app);
    let inHand = (): PendingWork => [];
    let isWatched = false;
    limitHandlerTime(app, 20, (part, of) => {
      assert.is(part, 'requests');
      [inHand, isWatched] = [of, true];
      return () => void (isWatched = false);
    });
    let end: () => void = () => undefined;
    const waiting = new Promise<object>((resolve, reject) => {
      end = () => (settle === 'resolve' ? resolve({}) : reject(new Error('late')));
    });
    app.get('/slow/:id', () => waiting);
    // The limit keeps no process alive.
    const staysAlive = setInterval(() => undefined, 1_000);
    const answer = await app.inject('/slow/7');
    assert.is(answer.statusCode, 503);
    assert.equal([...inHand()], [['GET /slow/:id 1', null]]);
    end();
    await eventually('it has ended', () => [...inHand()].length === 0);
    clearInterval(staysAlive);
    await app.close();
    assert.not(isWatched);
  });

test.run();
