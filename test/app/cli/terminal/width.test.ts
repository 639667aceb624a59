import stringWidth from 'string-width';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fitted } from '../../../../app/cli/terminal/progress.ts';
import { layOut } from '../../../../app/cli/terminal/table.ts';
import { startFakeService } from '../fake-service.ts';
import { runCli } from '../run-cli.ts';

const test = suite('the width of the terminal');

const id = 'NiIIqcIb3VAsc6f1S0Se';
const title = 'How did you like the spring conference in Lisbon, and would you come again? 春の会議';
const form = {
  id,
  title,
  status: 'published',
  submission_count: 1234567,
  created_at: '2026-01-31T12:00:00Z',
};

async function listForms(...terminal: readonly { readonly columns?: number }[]) {
  const service = await startFakeService(() => ({ status: 200, body: { data: [form, form] } }));
  const env = { FORMLOG_SERVICE: service.url, FORMLOG_TOKEN: 't', FORMLOG_ACCOUNT: 'a' };
  const { stdout } = await runCli(['forms', 'list'], env, terminal[0]);
  await service.close();
  return stdout;
}

const widest = (text: string) => Math.max(...text.split('\n').map((line) => stringWidth(line)));

for (const columns of [76, 80, 120])
  test(`a table fits ${columns} columns: cells are cut with an ellipsis, ids are whole`, async () => {
    const table = await listForms({ columns });
    assert.ok(widest(table) <= columns, table);
    assert.is(table.split('\n').length, 4, 'a line for the heading and for each item');
    assert.match(table, new RegExp(`^${id} +How did .*… +publish`, 'm'));
    assert.match(table, ' 1234567 ');
  });

test('a terminal of unknown width has 80 columns', async () => {
  assert.is(await listForms({}), await listForms({ columns: 80 }));
});

test('if the columns do not fit, each has a line of its own', async () => {
  const list = await listForms({ columns: 40 });
  assert.match(list, new RegExp(`^id +${id}\ntitle +How[^]*\n\nid +${id}\n`));
});

test('columns without a value are omitted first, and numbers are never cut', () => {
  const rows = [
    ['NAME', 'EMPTY', 'POSITION', 'ERROR'],
    ['deliveries', '-', '12345678901234', 'The log does not answer'],
    ['recoveries', '', '7', '-'],
  ];
  const isWhole = [true, false, false, false];
  assert.match(layOut(rows, isWhole, null) ?? '', /^NAME +EMPTY +POSITION/);
  assert.is(
    layOut(rows, isWhole, 40),
    'NAME        POSITION        ERROR\n' +
      'deliveries  12345678901234  The log doe…\n' +
      'recoveries  7               -',
  );
  assert.is(layOut(rows, isWhole, 30), null);
});

test('output to a pipe is not cut', async () => {
  assert.match(await listForms(), title);
});

const options = {
  barCompleteString: '='.repeat(40),
  barIncompleteString: '-'.repeat(40),
  barGlue: '',
  autopaddingChar: '',
};
const state = { progress: 0.5, eta: 3, startTime: 0, stopTime: null, total: 4, value: 2 };
const draw = fitted('{bar} {value}/{total} rows, {eta_formatted} to go');
const bar = (columns: number) => draw(options, { ...state, maxWidth: columns }, {});

test('a bar shrinks with the terminal, then disappears; the words are cut last', () => {
  assert.match(bar(200), /^={20}-{20} 2\/4 rows, 3s to go$/);
  assert.match(bar(40), /^=+-+ 2\/4 rows, 3s to go$/);
  assert.is(stringWidth(bar(40)), 39);
  assert.is(bar(22), '2/4 rows, 3s to go');
  assert.is(bar(10), '2/4 rows,');
});

test.run();
