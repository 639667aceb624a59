import { parseArgs } from 'node:util';
import { lawNames } from './law.ts';
import { simulate } from './simulate.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, days: { type: 'string', default: '90' } },
});
const began = process.hrtime.bigint();
const { seed, days, steps, counts, happened, broken } = await simulate({
  seed: Number(values.seed),
  days: Number(values.days),
});
const seconds = Number((process.hrtime.bigint() - began) / 1_000_000n) / 1_000;
console.log(`seed ${seed}, ${days} days in ${seconds.toFixed(1)} s, ${steps} steps`);
const list = (numbers: Readonly<Record<string, number>>): string =>
  Object.entries(numbers)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
console.log(`deliveries: ${list(counts)}`);
console.log(`happened: ${list(happened)}`);
console.log(`laws checked after every step:\n${lawNames.map((law) => `- ${law}`).join('\n')}`);
if (broken) {
  console.error(`\nBROKEN: ${broken.law}\n${broken.what}\nseed ${seed}, step ${broken.step}, ${broken.at}\n`);
  console.error(broken.trace.join('\n'));
  process.exitCode = 1;
}
