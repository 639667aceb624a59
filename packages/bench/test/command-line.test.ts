import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bench } from '../src/harness/command-line.ts';
import { atLeast, measured, type Row } from '../src/harness/suite.ts';

const test = suite('bench: command line');

const row = (name: string): Row => ({
  name,
  target: atLeast(1),
  run: async (context) => measured(context.scaled(10), context.scaled(1), 'things'),
});
const broken: Row = { name: 'broken', target: atLeast(1), run: () => Promise.reject(new Error('broken')) };
const suites = [{ name: 'cars', rows: [row('fast'), row('slow'), broken] }];

async function run(...args: string[]) {
  const written = { out: '', err: '' };
  const code = await bench(args, suites, {
    stdout: { write: (text) => (written.out += text) },
    stderr: { write: (text) => (written.err += text) },
  });
  return { code, ...written };
}

test('--help prints the suites and rows to stdout and succeeds', async () => {
  const { code, out, err } = await run('--help');
  assert.is(code, 0);
  assert.match(out, 'cars: fast, slow, broken');
  assert.is(err, '');
});

test('wrong arguments are named, and nothing is run', async () => {
  for (const [args, problem] of [
    [['cars', '--fast'], "unknown option '--fast'"],
    [['cars', '--scale', 'abc'], "argument 'abc' is invalid. Must be a number above zero."],
    [['cars', '--scale', '0'], 'Must be a number above zero.'],
    [['cars', '--row', 'fast,loud'], 'cars has no row loud'],
    [['boats'], 'Must be one of cars.'],
    [[], "missing required argument 'suite'"],
  ] as const) {
    const { code, out, err } = await run(...args);
    assert.is(code, 2, problem);
    assert.match(err, problem);
    assert.is(out, '');
  }
});

test('rows are measured at the given scale', async () => {
  const { code, out } = await run('cars', '--row', 'fast', '--scale', '2', '--json');
  assert.is(code, 0);
  assert.equal(JSON.parse(out), {
    suite: 'cars',
    row: 'fast',
    unit: 'things',
    value: 20,
    baseline: 2,
    ratio: 10,
  });
});

test('a failed row makes the exit code 1', async () => {
  const { code, out } = await run('cars');
  assert.is(code, 1);
  assert.match(out, /^broken .*failed$/m);
});

test.run();
