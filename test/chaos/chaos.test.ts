import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { faultsNamed } from './faults.ts';
import { playRound } from './round.ts';

const test = suite('chaos');

/** `npm run chaos` draws them; these are fixed, so that each room has its turn within a minute. */
const episodes = [
  faultsNamed('mongodb rolled back', 'nats messages lost'),
  faultsNamed('eventstore follower stopped', 'process killed'),
  faultsNamed('mongodb answers lost', 'eventstore answers withheld'),
];

test('the laws hold while stores lose, lag and step down and a process dies', async () => {
  const { violations, schedule, lines, submissions } = await playRound({
    seed: 19,
    episodes: episodes.length,
    faults: episodes,
  });
  assert.equal(violations, [], `${schedule.join(', ')}\n${lines.join('\n').slice(-5_000)}`);
  assert.ok(submissions > 0);
});

/** Further rounds, of drawn faults: `npm run test:long`. */
for (let round = 1; round < Number(process.env['CHAOS_ROUNDS'] ?? 1); round++)
  test(`the laws hold amid drawn faults, seed ${round}`, async () => {
    const { violations, schedule, lines } = await playRound({ seed: round, episodes: 8 });
    assert.equal(violations, [], `${schedule.join(', ')}\n${lines.join('\n').slice(-5_000)}`);
  });

test.run();
