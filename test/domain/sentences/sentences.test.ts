import { readdirSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Actor } from '../../../domain/event.ts';
import { eventRegistry, type EventType } from '../../../domain/event-registry.ts';
import { actorIn, actorText, authorName } from '../../../domain/sentences/authors.ts';
import { eventKinds, kindOf } from '../../../domain/sentences/event-kinds.ts';
import type { Part } from '../../../domain/sentences/sentence.ts';
import { sentenceOf } from '../../../domain/sentences/sentence-of.ts';
import { decode } from '../../../log/codec.ts';
import { rootUrl } from '../../support/repository.ts';

const test = suite('sentences');
const folder = new URL('test/fixtures/events/', rootUrl);

const ada: Actor = { kind: 'operator', id: 'ada' };
const names: Readonly<Record<string, string>> = {
  'form form-01': '“Feedback”',
  'destination dest-01': '“CRM hook”',
  'key key-01': '“Zapier”',
};

const textOf = (part: Part): string => {
  if (typeof part === 'string') return part;
  if (part.kind === 'author') return authorName(part.actor, 'Zapier');
  return names[`${part.kind} ${part.id}`] ?? `<${part.kind}>`;
};

/** The sentence of a fixture's event. @param data members of the data that differ */
function said(fixture: string, data: object = {}, stream = 'form-form-01', actor = ada): string {
  const [type = '', version = ''] = fixture.split('.v');
  const stored: unknown = JSON.parse(readFileSync(new URL(`${fixture}.json`, folder), 'utf8'));
  const whole = typeof stored === 'object' && stored !== null && 'data' in stored ? stored.data : {};
  const metadata = {
    schemaVersion: Number(version),
    accountId: 'acc-01',
    actor,
    correlationId: 'r-1',
  };
  const decoded = decode(type, { ...(typeof whole === 'object' ? whole : {}), ...data }, metadata, stream);
  assert.ok(decoded, fixture);
  return sentenceOf({ ...decoded, stream })
    .map(textOf)
    .join('');
}

const fixtures = readdirSync(folder).map((name) => name.replace(/\.json$/, ''));

for (const fixture of fixtures)
  test(`${fixture} is one plain sentence`, () => {
    const text = said(fixture, {}, 'x-dest-01');
    assert.match(text, /^[A-Z0-9]/, text);
    assert.match(text, /[.]$/, text);
    assert.not.match(text, /undefined|null|\[object|NaN|\{|\/[a-z_]+\//, text.replace(/https?:\S+/g, ''));
  });

test('every type of event has a fixture, and so a sentence', () => {
  const types = new Set(fixtures.map((fixture) => fixture.split('.')[0]));
  assert.equal([...types].sort(), Object.keys(eventRegistry).sort());
});

test('every type of event has one kind, and every kind has events', () => {
  const types = Object.keys(eventRegistry).filter((type): type is EventType => type in eventRegistry);
  const kinds = new Set(types.map(kindOf));
  assert.equal([...kinds].sort(), [...eventKinds].sort());
});

test('people are named', () => {
  assert.is(said('FormPublished.v2'), 'Operator ada published the form “Contact us”.');
  assert.is(
    said('FormClosed.v1', {}, 'form-form-01', { kind: 'key', id: 'key-01' }),
    'API key “Zapier” closed the form “Feedback”.',
  );
  assert.is(
    said('FormArchived.v1', {}, 'form-form-01', { kind: 'system', id: 'health' }),
    'Formlog archived the form “Feedback”.',
  );
  assert.is(authorName({ kind: 'key', id: 'gone' }, null), 'API key gone');
});

test('members are named, until they are erased', () => {
  const member: Actor = { kind: 'member', id: 'per-01' };
  assert.is(authorName(member, 'Ada Lovelace'), 'Ada Lovelace');
  assert.is(authorName(member, null), 'A person who was erased');
  assert.is(
    said('MemberJoined.v1', {}, 'members-acc-01'),
    'Operator ada made <person> an owner of the account.',
  );
  assert.match(said('MemberJoined.v1', {}, 'members-acc-01', member), / became an owner of the account\.$/);
  assert.is(said('MemberInvited.v1', {}, 'members-acc-01'), 'Operator ada invited a person to be an editor.');
});

test('a respondent sends a form, and an account corrects the answers', () => {
  const respondent: Actor = { kind: 'system', id: 'form' };
  assert.is(
    said('SubmissionCreated.v4', { importedAt: undefined, isComplete: true }, 'submission-s', respondent),
    'A respondent sent the form “Feedback”.',
  );
  assert.is(
    said('SubmissionCorrected.v1', {}, 'submission-s'),
    'Operator ada corrected the answers to the form “Feedback”. Reason: “A typing error”.',
  );
});

test('an attempt tells the answer and what follows', () => {
  const failed = {
    outcome: { kind: 'response', status: 503, excerpt: '' },
    nextAttemptAt: '2026-03-01T12:05:00.000Z',
    succeeded: undefined,
  };
  const stream = 'delivery-d';
  assert.is(
    said('DeliveryAttempted.v4', failed, stream),
    'Sent to “CRM hook”: 503, next attempt at 2026-03-01 12:05:00 UTC.',
  );
  assert.is(said('DeliveryAttempted.v4', {}, stream), 'Sent to “CRM hook”: 204, delivered.');
  const last = {
    attempt: 9,
    outcome: { kind: 'error', errorClass: 'timeout', message: '' },
    nextAttemptAt: null,
    succeeded: undefined,
  };
  assert.is(
    said('DeliveryAttempted.v4', last, stream),
    'Sent to “CRM hook” (attempt 9): no answer in time, no further attempt is planned.',
  );
});

test('a destination was disabled by a person, or because its receiver failed', () => {
  const stream = 'destination-dest-01';
  assert.is(
    said('DestinationDisabled.v1', { reason: { kind: 'operator' } }, stream),
    'Operator ada disabled the destination “CRM hook”.',
  );
  const reason = { kind: 'failures', exhausted: 0, attempts: 100, failedSince: '2026-03-01T12:00:00.000Z' };
  assert.is(
    said('DestinationDisabled.v1', { reason }, stream),
    'The destination “CRM hook” was disabled, because 100 attempts in a row failed since 2026-03-01 12:00:00 UTC.',
  );
});

test('settings that changed are listed', () => {
  assert.is(
    said(
      'DestinationChanged.v2',
      { settings: { label: 'CRM', url: 'https://x.test', events: [] } },
      'destination-dest-01',
    ),
    'Operator ada changed the name, address and kinds of events of the destination “CRM hook”.',
  );
  assert.is(
    said('FormDetailsChanged.v3', { title: undefined, slug: undefined, timeZone: undefined }),
    'Operator ada changed the description and language of the form “Feedback”.',
  );
});

test('an actor survives the way through an address', () => {
  for (const kind of ['key', 'operator', 'member', 'system'] as const) {
    const actor = { kind, id: 'a:b' };
    assert.equal(actorIn(actorText(actor)), actor);
  }
  assert.is(actorIn('nobody'), null);
});

test.run();
