import { parseArgs } from 'node:util';
import { lawNames } from './laws/law.ts';
import { type Report, simulate } from './simulate.ts';

const help = `Plays months of the dispatcher in seconds, and checks its laws with each thing that happens.

  npm run simulate -- [--seed N] [--days N]

  --seed N   which world: the same number plays the same one again (1)
  --days N   how long operators, visitors and misfortunes go on (90); then all must come to rest

Dispatchers and workers are the real ones, with killed processes, lost messages and outages between them;
log, read store, bus, receivers and the clock are simulated. Exits with 1 when a law is broken, and shows
what led to it.`;

/** A whole number from 1 on. @throws with what to say to who typed it */
function numberOf(name: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new Error(`--${name} takes a whole number from 1 on, not "${text}"`);
}

type Wanted = { readonly seed: number; readonly days: number };

/** @throws with what to say to who typed it */
function read(): Wanted | null {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      days: { type: 'string', default: '90' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  return values.help ? null : { seed: numberOf('seed', values.seed), days: numberOf('days', values.days) };
}

function asked(): Wanted | null {
  try {
    return read();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error('npm run simulate -- --help tells more.');
    process.exit(2);
  }
}

function table(numbers: Readonly<Record<string, number>>): string {
  const rows = Object.entries(numbers).sort(([a], [b]) => a.localeCompare(b));
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, count]) => `  ${name.padEnd(width)} ${String(count).padStart(9)}`).join('\n');
}

function tell({ seed, days, steps, counts, happened, broken }: Report, seconds: number): void {
  console.log(`seed ${seed}: ${days} days in ${seconds.toFixed(1)} s, ${steps} steps\n`);
  console.log(`deliveries at the end\n${table(counts)}\n`);
  console.log(`what happened\n${table(happened)}\n`);
  if (!broken) {
    console.log(`${lawNames.length} laws held:\n${lawNames.map((law) => `- ${law}`).join('\n')}`);
    return;
  }
  console.error(`BROKEN: ${broken.law}\n${broken.what}\nseed ${seed}, step ${broken.step}, ${broken.at}\n`);
  console.error(broken.trace.join('\n'));
  process.exitCode = 1;
}

const wanted = asked();
if (!wanted) console.log(help);
else {
  const began = performance.now();
  const report = await simulate(wanted);
  tell(report, (performance.now() - began) / 1_000);
}
