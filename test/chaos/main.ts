import { parseArgs } from 'node:util';
import { keepLog } from './keep-log.ts';
import { playRound, type RoundReport } from './round.ts';

const help = `Runs the service amid faults of its stores, its network and its processes, and checks its laws.

  npm run chaos -- [--minutes N] [--seed S] [--episodes N]
                   [--eventstore URL] [--mongodb URL] [--nats URL]

  --minutes N      how long new rounds are begun (1)
  --seed S         the first round's; the next ones count on from it (1)
  --episodes N     of each round, after which all comes to rest and the laws are checked (8)
  --eventstore …   a real server to stand before: of one node, or of one member that is connected to directly;
                   also EVENTSTORE_URL, MONGODB_URL, NATS_URL

Tells how it goes on stderr, ends with one line, and exits with 1 when a law is broken.`;

/** A number from 1 on. @throws with what to say to the one who typed it */
function numberOf(name: string, text: string): number {
  const number = Number(text);
  if (number > 0) return number;
  throw new Error(`--${name} takes a number above 0, not "${text}"`);
}

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    episodes: { type: 'string', default: '8' },
    eventstore: { type: 'string' },
    mongodb: { type: 'string' },
    nats: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const tell = (line: string): void => void process.stderr.write(`${line}\n`);

function tellOfViolations(report: RoundReport): void {
  const { seed, schedule, violations } = report;
  if (violations.length === 0) return;
  tell(`VIOLATION with seed ${seed}; episodes: ${schedule.join(', ')}`);
  for (const { law, what } of violations) {
    tell(`  ${law}: ${what.length} times`);
    for (const one of what.slice(0, 10)) tell(`    ${one}`);
  }
  tell(`  the logs, health and metrics of the processes: ${keepLog(report)}`);
}

async function run(): Promise<void> {
  const env = process.env;
  const real = {
    eventstore: values.eventstore ?? env['EVENTSTORE_URL'],
    mongodb: values.mongodb ?? env['MONGODB_URL'],
    nats: values.nats ?? env['NATS_URL'],
  };
  const episodes = numberOf('episodes', values.episodes);
  const until = performance.now() + numberOf('minutes', values.minutes) * 60_000;
  const faults = new Map<string, number>();
  let [count, submissions, violations] = [0, 0, 0];
  for (let seed = numberOf('seed', values.seed); performance.now() < until; seed++) {
    const report = await playRound({ seed, episodes, real, tell: (line) => tell(`seed ${seed}: ${line}`) });
    for (const [kind, times] of Object.entries(report.faults))
      faults.set(kind, (faults.get(kind) ?? 0) + times);
    count += report.schedule.length;
    submissions += report.submissions;
    violations += report.violations.length;
    tell(`seed ${seed}: ${report.submissions} submissions, answers ${JSON.stringify(report.answers)}`);
    tellOfViolations(report);
  }
  const byKind = [...faults]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([kind, times]) => `${kind} ${times}`);
  console.log(
    `episodes ${count}, submissions ${submissions}, faults: ${byKind.join(', ')}; violations ${violations}`,
  );
  process.exitCode = violations > 0 ? 1 : 0;
}

if (values.help) console.log(help);
else await run();
