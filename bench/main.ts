/**
 * Measures and compares with baselines of the same run:
 *
 *   npm run bench -- SUITE [--row a,b] [--scale 0.1] [--json] [--profile DIR]
 *
 * `--json` prints one object a row instead of the table, `--scale` multiplies the amount of work, `--profile`
 * leaves a CPU profile of every server process in a directory. Progress goes to stderr.
 */
import { parseArgs } from 'node:util';
import { runSuite } from './harness/run-suite.ts';
import { jsonLine, table } from './harness/report.ts';
import { suites } from './suites.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    row: { type: 'string' },
    scale: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
});

const scale = Number(values.scale);
const [name, ...others] = positionals;
const suite = suites.find((one) => one.name === name);
const rows = suite?.rows.filter((row) => values.row?.split(',').includes(row.name) ?? true);
const usage = `usage: bench ${suites.map((one) => one.name).join('|')} [--row a,b] [--scale N] [--json] [--profile DIR]`;

if (!suite || !rows || others.length > 0 || !(scale > 0)) {
  console.error(usage);
  process.exitCode = 2;
} else if (rows.length === 0) {
  console.error(`no such row; there are ${suite.rows.map((row) => row.name).join(', ')}`);
  process.exitCode = 2;
} else {
  const log = (line: string): void => console.error(line);
  const results = await runSuite(suite, rows, { scale, profileDir: values.profile, log }, (result) => {
    if (values.json && result.measurement) console.log(jsonLine(result, result.measurement));
  });
  if (!values.json) console.log(table(results));
  if (results.some(({ measurement }) => !measurement)) process.exitCode = 1;
}
