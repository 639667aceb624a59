import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DomainEvent } from '../../../domain/event-registry.ts';
import { sittingSentence } from '../../../domain/sentences/form-draft.ts';
import type { Author } from '../../../domain/sentences/sentence.ts';
import type { EventLog, RecordedEvent } from '../../../log/event-log.ts';
import { accountTrail, type TrailRequest } from '../../../projections/queries/trail/account-trail.ts';
import type { Act } from '../../../projections/queries/trail/acts.ts';
import type { TrailSources } from '../../../projections/queries/trail/trail-sources.ts';

const test = suite('the trail of an account');

const start = Date.parse('2026-03-01T12:00:00.000Z');
const at = '2026-03-01T12:00:00.000Z';

interface Given {
  readonly minute: number;
  readonly by: string;
  readonly event: DomainEvent;
  readonly stream?: string;
}

const saved = (change: object): DomainEvent => ({
  type: 'FormDraftSaved',
  data: { formRevision: 0, at, ...change },
});

/** A log with these events of one account, by the order of their minutes. */
function logOf(given: readonly Given[]): Pick<EventLog, 'readPage' | 'readStream'> {
  const revisions = new Map<string, number>();
  const events = given
    .toSorted((a, b) => a.minute - b.minute)
    .map(({ minute, by, event, stream = 'formdraft-f' }, index): RecordedEvent => {
      const revision = (revisions.get(stream) ?? -1) + 1;
      revisions.set(stream, revision);
      const actor = { kind: 'operator', id: by } as const;
      return {
        id: `e${index}`,
        event,
        stream,
        revision,
        position: BigInt(index),
        recordedAt: new Date(start + minute * 60_000),
        metadata: { accountId: 'acme', actor, correlationId: 'r', causationId: 'r' },
      };
    });
  return {
    async *readStream(stream: string) {
      yield* events.filter((one) => one.stream === stream);
    },
    // Pages are short, so that sittings cross their ends.
    async readPage(stream, { direction, from }) {
      const own = events.filter((one) => one.stream === stream);
      const inOrder = direction === 'forwards' ? own : own.toReversed();
      const rest = inOrder.filter(
        ({ revision }) =>
          from === undefined || (direction === 'forwards' ? revision >= from : revision <= from),
      );
      return { events: rest.slice(0, 3), next: rest[3]?.revision ?? null };
    },
  };
}

const sources: TrailSources = {
  things: async () => [
    { stream: 'form-f', createdAt: at, changedAt: null },
    { stream: 'formdraft-f', createdAt: at, changedAt: null },
  ],
  corrections: async () => ({ sources: [], completeSince: null }),
};

const trailOf = (given: readonly Given[]) => accountTrail({ log: logOf(given), sources });

async function everyAct(given: readonly Given[], request: TrailRequest) {
  const acts = [];
  for (let after: bigint | undefined; ;) {
    const page = await trailOf(given).page('acme', { ...request, after });
    acts.push(...page.acts);
    if (page.next === null) return acts;
    after = page.next;
  }
}

const newestFirst = { order: 'desc', limit: 10 } as const;
const ada: Author = { kind: 'author', actor: { kind: 'operator', id: 'ada' } };

test('given saves of one person without a long pause, then they are one act, at its last save', async () => {
  const acts = await everyAct(
    [
      { minute: 0, by: 'ada', event: saved({ fields: [{ id: 'q1', label: 'A' }] }) },
      { minute: 1, by: 'ada', event: saved({ fields: [{ id: 'q1', label: 'Age' }, { id: 'q2' }] }) },
      { minute: 20, by: 'ada', event: saved({ removed: ['q2'], details: { title: 'Poll' } }) },
      { minute: 51, by: 'ada', event: saved({ placed: [{ id: 'q1', after: null }] }) },
    ],
    newestFirst,
  );
  assert.equal(
    acts.map(({ event, sitting }) => [event.revision, sitting?.saves, sitting?.beganAt]),
    [
      [3, 1, '2026-03-01T12:51:00.000Z'],
      [2, 3, '2026-03-01T12:00:00.000Z'],
    ],
  );
  const sitting = acts[1]?.sitting;
  const sentence = sitting ? sittingSentence(ada, 'f', sitting) : [];
  assert.is(
    sentence.filter((part) => typeof part === 'string').join(''),
    ' changed the details and 1 question and removed 1 question in the draft of the form , in 3 saves since 2026-03-01 12:00:00 UTC.',
  );
});

test('given saves of two people at once, then each has one act, and giving up the draft ends both', async () => {
  const fields = [{ id: 'q1' }];
  const acts = await everyAct(
    [
      { minute: 0, by: 'ada', event: saved({ fields }) },
      { minute: 1, by: 'bob', event: saved({ fields }) },
      { minute: 2, by: 'ada', event: saved({ fields }) },
      { minute: 3, by: 'bob', event: saved({ fields }) },
      { minute: 4, by: 'bob', event: { type: 'FormDraftDiscarded', data: { touched: {}, at } } },
      { minute: 5, by: 'ada', event: saved({ fields }) },
    ],
    newestFirst,
  );
  assert.equal(
    acts.map(({ event, sitting }) => [event.metadata.actor.id, sitting?.saves]),
    [
      ['ada', 1],
      ['bob', undefined],
      ['bob', 2],
      ['ada', 2],
    ],
  );
});

const anyGiven = fc.array(
  fc.record({
    minute: fc.integer({ min: 0, max: 400 }),
    by: fc.constantFrom('ada', 'bob'),
    what: fc.constantFrom('save', 'save', 'save', 'discard', 'rename'),
  }),
  { maxLength: 40 },
);

const givenOf = (drawn: readonly { minute: number; by: string; what: string }[]): Given[] =>
  drawn.map(({ minute, by, what }) => {
    if (what === 'rename')
      return {
        minute,
        by,
        stream: 'form-f',
        event: { type: 'FormDetailsChanged', data: { title: 'T', at } },
      };
    if (what === 'discard')
      return { minute, by, event: { type: 'FormDraftDiscarded', data: { touched: {}, at } } };
    return { minute, by, event: saved({ fields: [{ id: `q${minute}` }] }) };
  });

test('pages of any size, in either order, have every act once, and every save is in one sitting', async () => {
  const said = ({ event, sitting }: Act) =>
    [event.id, sitting?.saves, sitting?.beganAt, ...[...(sitting?.extent.questions ?? [])].sort()].join(' ');
  await fc.assert(
    fc.asyncProperty(anyGiven, fc.integer({ min: 1, max: 7 }), async (drawn, limit) => {
      const given = givenOf(drawn);
      const whole = await everyAct(given, { order: 'desc', limit: 1_000 });
      const saves = whole.reduce((sum, { sitting }) => sum + (sitting?.saves ?? 1), 0);
      assert.is(saves, given.length);
      const down = await everyAct(given, { order: 'desc', limit });
      assert.equal(down.map(said), whole.map(said));
      const up = await everyAct(given, { order: 'asc', limit });
      assert.equal(up.map(said), whole.map(said).toReversed());
    }),
    { numRuns: 200 },
  );
});

test.run();
