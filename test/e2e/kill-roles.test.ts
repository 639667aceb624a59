import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { entryUrl } from '../../packages/embedded-server/src/spawn.ts';
import { natsServers, type NatsUnderTest } from '../contract/nats/servers.ts';
import { startReceiver } from '../dispatcher/receiver.ts';
import { startInProcess } from '../support/eventstore/child-server.ts';
import { eventually } from '../support/eventually.ts';
import { testUnless } from '../support/left-out.ts';
import { deliveriesOf, startFleet } from './fleet.ts';

const test = suite('SIGKILL of each process in turn, under load');

/** A NATS in a process of its own. */
interface KillableNats {
  readonly url: string;
  killAndStart(): Promise<void>;
  close(): Promise<unknown>;
}

async function embeddedNats(): Promise<KillableNats> {
  const entry = entryUrl('../../packages/embedded-nats/src/bin', import.meta.url);
  let server = await startInProcess(entry, { dir: '.' });
  const port = Number(new URL(server.url).port);
  return {
    url: server.url,
    async killAndStart() {
      await server.kill('SIGKILL');
      server = await startInProcess(entry, { dir: '.', port });
    },
    close: () => server.kill('SIGKILL'),
  };
}

async function debiansNats({ start }: NatsUnderTest): Promise<KillableNats> {
  let server = await start();
  const { url, port } = server;
  return {
    url,
    async killAndStart() {
      await server.close();
      server = await start({ port });
    },
    close: () => server.close(),
  };
}

// `npm run crash` kills every role. Otherwise ./projectors and ./take-over kill the projector and the dispatcher alone, and
// test/dispatcher/outage restarts Debian's NATS.
const isThorough = process.env['CRASH_ROUNDS'] !== undefined;
/** The roles of each process. */
const processes = isThorough
  ? ['projector', 'api', 'worker', 'dispatcher']
  : ['projector,api', 'dispatcher,worker'];
const lanes = [1, 2, 3, 4];
const perLane = 8;

type Fleet = Awaited<ReturnType<typeof startFleet>>;
type Receiver = Awaited<ReturnType<typeof startReceiver>>;

const haveArrived = ({ received }: Receiver) => deliveriesOf(received);

/** Kills amid submissions and deliveries. @returns the ids of all that was accepted */
async function killUnderLoad(
  fleet: Fleet,
  receiver: Receiver,
  kills: readonly (() => Promise<void>)[],
): Promise<readonly string[]> {
  const accepted: string[] = [];
  const submitInTurn = async (lane: string): Promise<void> => {
    for (let n = 0; n < perLane; n++) accepted.push(await fleet.submit(`${lane}, ${n}`));
  };
  const sent = () => receiver.received.length;
  for (const [round, killAndStart] of kills.entries()) {
    const first = await fleet.submit(`round ${round}, first`);
    accepted.push(first);
    await eventually('what was killed before works again', () => haveArrived(receiver).has(first), 20_000);

    const before = { accepted: accepted.length, sent: sent() };
    const load = Promise.all(lanes.map((lane) => submitInTurn(`round ${round}, lane ${lane}`)));
    const isUnderWay = () => accepted.length > before.accepted && sent() > before.sent;
    await eventually('submissions and deliveries are under way', isUnderWay, 20_000);
    await killAndStart();
    await load;
  }
  return accepted;
}

/** Each was received, however often, under one delivery id; and is listed once. */
async function assertAllThere(fleet: Fleet, receiver: Receiver, accepted: readonly string[]): Promise<void> {
  await eventually('all has arrived', () => haveArrived(receiver).size >= accepted.length, 20_000);
  const expected = [...accepted].sort();
  const arrived = haveArrived(receiver);
  assert.equal([...arrived.keys()].sort(), expected);
  for (const [id, deliveries] of arrived) assert.is(deliveries.size, 1, `the deliveries of ${id}`);
  const listed = await eventually('all is listed', async () => {
    const ids = await fleet.listed();
    return ids.length >= accepted.length && ids;
  });
  assert.equal(listed.sort(), expected);
}

/** @param killed the processes to kill, before the NATS is */
async function killEachInTurn(nats: KillableNats, killed: readonly string[]): Promise<void> {
  // Fails now and then, so that retries are under way as well.
  const receiver = await startReceiver((nth) => (nth % 7 === 3 ? 503 : 204));
  try {
    // An attempt whose worker or answer is lost is asked for again after this and five seconds.
    const fleet = await startFleet(processes, nats.url, { WEBHOOK_TIMEOUT_MS: '500' });
    try {
      // What is lost with a worker does not hold up all the rest.
      await fleet.addDestination('here', receiver.url, { concurrency: 64 });
      const restarts = killed.map((name) => async () => {
        await fleet.member(name).kill();
        await fleet.member(name).start();
      });
      const accepted = await killUnderLoad(fleet, receiver, [...restarts, () => nats.killAndStart()]);
      assert.is(accepted.length, (killed.length + 1) * (1 + lanes.length * perLane));
      await assertAllThere(fleet, receiver, accepted);
    } finally {
      await fleet.close();
    }
  } finally {
    receiver.close();
    await nats.close();
  }
}

test(`${processes.join('; ')}; and the embedded NATS: every submission arrives with one delivery id`, async () => {
  await killEachInTurn(await embeddedNats(), processes);
});

if (isThorough)
  for (const server of natsServers.filter(({ embedded }) => !embedded))
    testUnless(server.missing, test)('Debian’s NATS', async () =>
      killEachInTurn(await debiansNats(server), []),
    );

test.run();
