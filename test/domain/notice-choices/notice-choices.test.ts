import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fold } from '../../../domain/decider.ts';
import { noticeChoices } from '../../../domain/notice-choices/decider.ts';
import { lastDigestEnd } from '../../../domain/notice-choices/digest-window.ts';
import type { ChannelChoice, NoticeChoicesEvent } from '../../../domain/notice-choices/events.ts';
import { given } from '../../support/spec.ts';

const test = suite('choices of notices');
const at = '2026-03-01T12:00:00.000Z';
const until = '2026-03-02T06:00:00.000Z';
const personId = 'p1';
const choice: ChannelChoice = { kinds: ['quota.reached', 'form.closed'], submissions: 'daily' };
const chosen = (made: ChannelChoice = choice, when = at): NoticeChoicesEvent => ({
  type: 'NoticesChosen',
  data: { personId, channel: 'mail', choice: made, at: when },
});
const close = {
  type: 'CloseDigest',
  personId,
  channel: 'mail',
  pace: 'daily',
  since: at,
  until,
  at: until,
} as const;
const forms = [{ formId: 'f1', count: 3 }];

test('a choice replaces the one before, with each kind once and in one order', () => {
  const jumbled: ChannelChoice = {
    kinds: ['form.closed', 'quota.reached', 'form.closed'],
    submissions: 'daily',
  };
  const command = { type: 'ChooseNotices', personId, channel: 'mail', choice: jumbled, at } as const;
  given(noticeChoices, []).when(command).then([chosen()]);
  given(noticeChoices, [chosen()]).when(command).then([]);
});

test('one kind is stopped, or all of a channel', () => {
  const stop = (kind: 'form.closed' | 'submissions' | 'member.signed_in' | null) =>
    ({ type: 'StopNotices', personId, channel: 'mail', kind, at }) as const;
  given(noticeChoices, [chosen()])
    .when(stop('form.closed'))
    .then([chosen({ ...choice, kinds: ['quota.reached'] })]);
  given(noticeChoices, [chosen()])
    .when(stop('submissions'))
    .then([chosen({ ...choice, submissions: null })]);
  given(noticeChoices, [chosen()])
    .when(stop(null))
    .then([chosen({ kinds: [], submissions: null })]);
  given(noticeChoices, [chosen()]).when(stop('member.signed_in')).then([]);
});

test('a digest is closed once, up to where the last one ended', () => {
  const closed: NoticeChoicesEvent = {
    type: 'DigestClosed',
    data: { personId, channel: 'mail', pace: 'daily', since: at, until, forms, at: until },
  };
  given(noticeChoices, [chosen()])
    .when({ ...close, forms })
    .then([closed]);
  given(noticeChoices, [chosen(), closed])
    .when({ ...close, forms })
    .then([]);
  given(noticeChoices, [chosen()])
    .when({ ...close, forms: [] })
    .then([]);
  given(noticeChoices, [chosen({ kinds: [], submissions: 'hourly' })])
    .when({ ...close, forms })
    .then([]);
});

test('a change of the pace leaves no submission out, and a new choice begins at its time', () => {
  const stateAfter = (...events: readonly NoticeChoicesEvent[]) =>
    fold(noticeChoices, noticeChoices.initial, events).mail.digestedUntil;
  assert.is(stateAfter(chosen()), at);
  assert.is(stateAfter(chosen(), chosen({ kinds: [], submissions: 'hourly' }, until)), at);
  assert.is(stateAfter(chosen(), chosen({ kinds: [], submissions: 'each' }, until)), null);
  assert.is(stateAfter(chosen({ kinds: [], submissions: 'each' }), chosen(choice, until)), until);
});

test('digests end at the full hour or at 7 o’clock, on the clocks of the account', () => {
  assert.is(lastDigestEnd('hourly', '2026-03-01T12:59:59.999Z', 'UTC'), '2026-03-01T12:00:00.000Z');
  assert.is(lastDigestEnd('hourly', '2026-03-01T12:10:00.000Z', 'Asia/Kolkata'), '2026-03-01T11:30:00.000Z');
  assert.is(lastDigestEnd('daily', '2026-03-01T05:59:59.000Z', 'Europe/Berlin'), '2026-02-28T06:00:00.000Z');
  assert.is(lastDigestEnd('daily', '2026-03-01T06:00:00.000Z', 'Europe/Berlin'), '2026-03-01T06:00:00.000Z');
  // The clocks change in the night before.
  assert.is(lastDigestEnd('daily', '2026-03-29T05:00:00.000Z', 'Europe/Berlin'), '2026-03-29T05:00:00.000Z');
});

test.run();
