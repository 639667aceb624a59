import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { faultsNamed } from './faults.ts';
import { keepLog } from './keep-log.ts';
import { playRound, type RoundReport } from './round.ts';

const test = suite('chaos');

/** `npm run chaos` draws them; these are fixed, so that each room has its turn within a minute. */
const episodes = [
  faultsNamed('mongodb rolled back', 'nats messages lost'),
  faultsNamed('eventstore follower stopped', 'process killed'),
  faultsNamed('mongodb answers lost', 'eventstore answers withheld'),
];

test('the laws hold while stores lose, lag and step down and a process dies', async () => {
  const report = await playRound({ seed: 19, episodes: episodes.length, faults: episodes });
  assertNoViolations(report);
  assert.ok(report.submissions > 0);
});

/** Further rounds, of drawn faults: `npm run test:long`. */
for (let round = 1; round < Number(process.env['CHAOS_ROUNDS'] ?? 1); round++)
  test(`the laws hold amid drawn faults, seed ${round}`, async () => {
    assertNoViolations(await playRound({ seed: round, episodes: 8 }));
  });

function assertNoViolations(report: RoundReport): void {
  const { violations, schedule } = report;
  if (violations.length > 0)
    assert.equal(violations, [], `${schedule.join(', ')}; logs, health and metrics: ${keepLog(report)}`);
}

test.run();
