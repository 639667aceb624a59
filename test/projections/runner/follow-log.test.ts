import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Backlog,
  type Batch,
  caughtUp,
  type EventLog,
  type FeedItem,
  type LogItem,
  type RecordedEvent,
} from '../../../log/event-log.ts';
import { openFeed } from '../../../log/feed.ts';
import { type Subscriber } from '../../../log/feed-run.ts';
import { followLog } from '../../../projections/runner/follow-log.ts';
import { eventually } from '../../support/eventually.ts';

const test = suite('projections/runner/follow-log');

/** Random numbers that come again with the same seed. */
function dice(seed: number): (sides: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return ((state >>> 8) % sides) | 0;
  };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const turns = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n++) await turn();
};

/**
 * A log of positions that grows while it is followed; every reader hears of it late, each at its own pace. Streams
 * are `a-` and `b-` by turns of `roll`; an event is its own position.
 */
function growingLog(roll: (sides: number) => number, capacity: number) {
  const streams: string[] = [];
  const listeners = new Set<Subscriber<FeedItem>>();
  const itemAt = (at: number): FeedItem => ({
    id: String(at),
    position: BigInt(at),
    stream: streams[at] ?? '',
    revision: at,
    bytes: 1,
    read: () => ({ position: BigInt(at) }) as RecordedEvent,
    // As good as an event here: what is followed is where it stands.
    item: () => ({ position: BigInt(at), event: { position: BigInt(at) } as RecordedEvent }),
  });

  function tail(listener: Subscriber<FeedItem>): () => void {
    let told = -1;
    let over = false;
    void (async () => {
      await turns(roll(4));
      const first = Math.max(-1, streams.length - 1 - roll(3));
      told = first;
      listener.live(first === -1 ? null : itemAt(first));
      listeners.add(listener);
      const isOver = () => over;
      while (!isOver()) {
        if (told < streams.length - 1) listener.received(itemAt(++told));
        else await turn();
        if (roll(3) === 0) await turns(roll(3));
      }
    })();
    return () => {
      over = true;
      listeners.delete(listener);
    };
  }

  function backlog(...[{ after, upTo, streamPrefixes, signal }]: Parameters<EventLog['backlog']>): Backlog {
    let at = Number(after ?? -1n);
    const end = Number(upTo?.position ?? -1n);
    let isDone = false;
    const isOver = () => isDone || signal.aborted;

    async function take(most: number): Promise<Batch | null> {
      await turns(roll(4));
      const items: LogItem[] = [];
      for (const count = 1 + roll(most); items.length < count && at < end;) {
        const { position, stream, read } = itemAt(++at);
        const isWanted = streamPrefixes.some((prefix) => stream.startsWith(prefix));
        if (isWanted || at === end) items.push({ position, event: isWanted ? read() : null });
      }
      if (isOver()) return null;
      if (items.length > 0) return items;
      // The news of the end may be old by the time it is heard.
      await turns(roll(4));
      isDone = true;
      return signal.aborted ? null : [caughtUp];
    }

    return { take, close: () => void (isDone = true) };
  }

  return {
    log: { backlog, feed: openFeed(tail, capacity) },
    listeners,
    append: () => void streams.push(roll(3) === 0 ? 'b-1' : 'a-1'),
    positionsIn: (prefix: string) => [...streams.keys()].filter((at) => streams[at]?.startsWith(prefix)),
    length: () => streams.length,
  };
}

/** Follows until it knows the last position, taking its time over each batch. */
async function followed(
  { log, length }: ReturnType<typeof growingLog>,
  prefix: string,
  after: bigint | null,
  total: number,
  roll: (sides: number) => number,
): Promise<number[]> {
  const stopping = new AbortController();
  const seen: number[] = [];
  let known = after ?? -1n;
  let isAtWork = false;
  const stopAtTheEnd = (): void => {
    if (length() === total && Number(known) === total - 1) stopping.abort();
  };
  const reach = (position: bigint): void => {
    assert.ok(position > known, 'it never goes back');
    known = position;
    stopAtTheEnd();
  };
  const following = {
    after,
    streamPrefixes: [prefix],
    signal: stopping.signal,
    maxItems: 1 + roll(7),
    passedOver({ position, passed }: LogItem) {
      assert.not(isAtWork, 'nothing is passed over beside the work at a batch');
      assert.is(passed?.id, String(position));
      reach(position);
    },
  };
  for await (const batch of followLog(log, following)) {
    isAtWork = true;
    assert.ok(batch.length > 0 && batch.length <= following.maxItems);
    const items = batch.filter((item): item is LogItem => item !== caughtUp);
    for (const { position, event } of items) if (event) seen.push(Number(position));
    if (roll(4) === 0) await turns(roll(12));
    const last = items.at(-1);
    if (last) reach(last.position);
    else stopAtTheEnd();
    isAtWork = false;
  }
  return seen;
}

test('no item is missed or repeated, in any order of arrival and at any speed', async () => {
  for (let seed = 1; seed <= 60; seed++) {
    const roll = dice(seed);
    const growing = growingLog(roll, 4 + roll(30));
    const total = 40 + roll(120);
    for (let n = roll(40); n > 0; n--) growing.append();
    const all = ['a-', 'b-', ''].map(async (prefix, index) => {
      await turns(roll(20));
      const after = index === 0 ? null : BigInt(roll(growing.length() + 1)) - 1n;
      const seen = await followed(growing, prefix, after, total, roll);
      const wanted = growing.positionsIn(prefix).filter((at) => at > Number(after ?? -1n));
      assert.equal(seen, wanted, `seed ${seed}, ${prefix}`);
    });
    while (growing.length() < total) {
      growing.append();
      await turns(roll(3));
    }
    await Promise.all(all);
    await eventually('the feed is closed', () => growing.listeners.size === 0);
  }
});

/** A log whose end is told by the test. */
function spokenLog() {
  let told = 0;
  let tell = (_: string): void => undefined;
  const nothing = (): Backlog => {
    const left: Batch[] = [[caughtUp]];
    return { take: () => Promise.resolve(left.pop() ?? null), close: () => undefined };
  };
  const tail = (listener: Subscriber<FeedItem>): (() => void) => {
    tell = (stream) => {
      const position = BigInt(++told);
      const item = () => ({ position, event: { position } as RecordedEvent });
      listener.received({
        id: String(told),
        position,
        stream,
        revision: told,
        bytes: 1,
        read: () => null,
        item,
      });
    };
    listener.live(null);
    return () => undefined;
  };
  return {
    log: { backlog: nothing, feed: openFeed(tail) },
    tell: (stream: string) => tell(stream),
    told: () => told,
  };
}

test('arriving items are gathered, up to a limit of time and of number', async () => {
  const stopping = new AbortController();
  const { log, tell, told } = spokenLog();
  const following = {
    after: null,
    streamPrefixes: ['a-'],
    signal: stopping.signal,
    maxItems: 50,
    gatherMs: 200,
  };
  const batches = followLog(log, following);
  const next = async (): Promise<Batch> => {
    const result: IteratorResult<Batch, undefined> = await batches.next();
    return result.value ?? [];
  };
  assert.equal(await next(), [caughtUp]);
  const speaking = setInterval(() => tell('a-1'), 4);
  // It ends although more keeps coming.
  const gathered = await next();
  clearInterval(speaking);
  assert.ok(gathered.length >= 3, 'several were gathered');
  // One may have been told before the talking ended, and after the gathering had.
  const early = told() - gathered.length;
  for (let n = 0; n < 70; n++) tell('a-1');
  assert.is((await next()).length, 50);
  assert.is((await next()).length, 20 + early);
  for (let n = 0; n < 70; n++) tell(n === 9 ? 'a-1' : 'b-1');
  const [own, last, ...others] = (await next()).filter((item) => item !== caughtUp);
  assert.ok(own?.event && last && !last.event && others.length === 0, 'of the others one position is kept');
  assert.is(Number(last.position - own.position), 60);
  stopping.abort();
  await batches.return(undefined);
});

test.run();
