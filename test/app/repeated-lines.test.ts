import pino from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createLogger } from '../../app/logging/logger.ts';
import { limitRepeatedLines } from '../../app/logging/repeated-lines.ts';
import { LogUnavailable } from '../../log/log-errors.ts';

const test = suite('app/repeated lines');

/** A logger whose clock the test moves, and what it wrote. */
function openLines() {
  let now = 0;
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const logger = pino({ base: null, hooks: limitRepeatedLines(() => now) }, { write });
  return { logger, lines, pass: (ms: number) => (now += ms) };
}

test('a repeated failure writes one line a second with the number of omitted ones', () => {
  const { logger, lines, pass } = openLines();
  for (let n = 0; n < 2_500; n++) {
    logger.error({ err: new Error('away'), delivery: `w${n}` }, 'attempt not made');
    pass(1);
  }
  assert.equal(
    lines.map(({ delivery, suppressed }) => [delivery, suppressed]),
    [
      ['w0', undefined],
      ['w1000', 999],
      ['w2000', 999],
    ],
  );
  assert.match(JSON.stringify(lines[1]), 'away');
});

test('other failures, and the same failure of another part, are not omitted', () => {
  const { logger, lines } = openLines();
  for (let n = 0; n < 3; n++)
    for (const projection of ['forms@2', 'submissions@2']) {
      logger.error({ projection, position: n }, 'projection stopped');
      logger.warn({ projection }, 'something else');
    }
  assert.is(lines.length, 4);
});

test('lines of child loggers, plain messages and plain errors are limited, and information lines are not', () => {
  const { logger, lines, pass } = openLines();
  const child = logger.child({ reqId: 1 });
  for (let n = 0; n < 3; n++) {
    child.warn('bare');
    child.error(new Error('thrown'));
    logger.info('fine');
  }
  assert.is(lines.length, 5);
  pass(1_000);
  child.warn('bare');
  child.error(new Error('thrown'));
  const [bare, thrown] = lines.slice(-2);
  assert.equal([bare?.['msg'], bare?.['suppressed'], bare?.['reqId']], ['bare', 2, 1]);
  assert.equal([thrown?.['msg'], thrown?.['suppressed']], ['thrown', 2]);
});

test('the logger of the service limits its lines', () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  for (let n = 0; n < 100; n++) logger.error({ err: new Error('away') }, 'attempt not made');
  assert.is(lines.length, 1);
});

test('the loss of a store is one line a minute, whatever fails because of it', () => {
  const { logger, lines, pass } = openLines();
  const lost = new LogUnavailable(new Error('14 UNAVAILABLE: Connection dropped'));
  const role = { err: lost, role: 'recent events' };
  logger.error(role, 'a role failed and will be restarted');
  logger.error({ projection: 'forms@5', error: lost.stack }, 'projection stopped');
  logger.warn({ err: lost }, 'request failed');
  const [only, ...others] = lines;
  assert.equal(
    { level: only?.['level'], store: only?.['store'], msg: only?.['msg'], reason: only?.['reason'] },
    {
      level: 40,
      store: 'eventstore',
      msg: 'a store does not answer',
      reason: 'the event log does not answer: 14 UNAVAILABLE: Connection dropped',
    },
  );
  assert.is(others.length, 0);
  assert.not.match(JSON.stringify(lines), 'lost-stores');
  const selection = Object.assign(new Error('connect ECONNREFUSED'), { name: 'MongoServerSelectionError' });
  logger.error({ err: selection, role: 'activity' }, 'a role failed and will be restarted');
  assert.equal([lines[1]?.['store'], lines.length], ['mongodb', 2]);
  pass(60_000);
  logger.error(role, 'a role failed and will be restarted');
  assert.equal([lines[2]?.['store'], lines[2]?.['suppressed']], ['eventstore', 2]);
});

test('at level debug the failures of a lost store are written in full as well', () => {
  const lines: string[] = [];
  const logger = createLogger('debug', { write: (line: string) => void lines.push(line) });
  logger.error({ err: new LogUnavailable(new Error('away')), role: 'worker' }, 'a role failed');
  assert.is(lines.length, 2);
  assert.match(lines[1] ?? '', '"stack"');
});

test.run();
