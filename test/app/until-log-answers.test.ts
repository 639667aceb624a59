import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { untilLogAnswers } from '../../app/stores/until-log-answers.ts';
import { LogUnavailable } from '../../log/log-errors.ts';

const test = suite('untilLogAnswers');

/** Work that fails some times before it succeeds. */
function failing(times: number, error: Error = new LogUnavailable(new Error('no event within 10000 ms'))) {
  let runs = 0;
  let notes = 0;
  return {
    runs: () => runs,
    notes: () => notes,
    run: (waitMs: number) =>
      untilLogAnswers(
        async () => {
          runs += 1;
          if (runs <= times) throw error;
          return 'done';
        },
        waitMs,
        () => (notes += 1),
      ),
  };
}

test('work is repeated while the log does not answer, with one log line', async () => {
  const work = failing(2);
  assert.is(await work.run(60_000), 'done');
  assert.equal([work.runs(), work.notes()], [3, 1]);
});

test('after the time limit the failure is thrown', async () => {
  const failed = await failing(5)
    .run(0)
    .catch((error: unknown) => error);
  assert.instance(failed, LogUnavailable);
});

test('another failure is thrown at once', async () => {
  const work = failing(1, new Error('wrong'));
  await work.run(60_000).then(assert.unreachable, (error: unknown) => assert.instance(error, Error));
  assert.is(work.runs(), 1);
});

test.run();
