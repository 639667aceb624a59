import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createLogger, isPretty } from '../../app/logging/logger.ts';
import { terminalLines } from '../../app/logging/terminal-lines.ts';

const test = suite('the format of log lines');

test('lines are pretty on a terminal, and JSON elsewhere; a setting overrides both', () => {
  const found = (['auto', 'json', 'pretty'] as const).map((format) =>
    [{ isTTY: true }, { isTTY: false }, {}].map((stderr) => isPretty(format, stderr)),
  );
  assert.equal(found, [
    [true, false, false],
    [false, false, false],
    [true, true, true],
  ]);
});

function logged(isColored: boolean) {
  const lines: string[] = [];
  const destination = terminalLines({ write: (line) => void lines.push(line) }, isColored);
  return { logger: createLogger('info', destination), text: () => lines.join('') };
}

test('a pretty line has time, level, message and the other members, and no process id', () => {
  const { logger, text } = logged(false);
  logger.info({ url: 'http://127.0.0.1:8080', roles: ['api'] }, 'ready');
  assert.match(
    text(),
    /^\[\d\d:\d\d:\d\d\.\d{3}\] INFO: ready \{"url":"http:\/\/127\.0\.0\.1:8080","roles":\["api"\]\}\n$/,
  );
});

test('a pretty line has colours where the terminal shows them', () => {
  const { logger, text } = logged(true);
  logger.warn('slow');
  assert.match(text(), '\u001b[33mWARN\u001b[39m');
});

test('secrets are redacted in pretty lines, too', () => {
  const { logger, text } = logged(false);
  logger.info({ destination: { secret: 'abc' } }, 'changed');
  assert.match(text(), '"secret":"[redacted]"');
});

test('a logged text cannot steer the terminal', () => {
  const { logger, text } = logged(false);
  logger.info({ path: 'a\u001b[2Jb\u009bc' }, 'x\u001b[2J\by\rz \\u001b "q"');
  logger.error({ err: new Error('broken\u001b[2J') }, 'failed');
  assert.not.match(text(), /[^\P{Cc}\n]/u);
  assert.match(text(), 'x\u{fffd}[2J\u{fffd}y\u{fffd}z \\u001b "q"');
  assert.match(text(), 'broken\u{fffd}[2J');
});

test.run();
