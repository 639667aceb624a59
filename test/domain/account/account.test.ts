import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { account } from '../../../domain/account/decider.ts';
import type { AccountEvent } from '../../../domain/account/events.ts';
import { fold } from '../../../domain/decider.ts';
import type { FormLocale } from '../../../domain/form/locale.ts';
import { given } from '../../support/spec.ts';

const test = suite('account');
const at = '2026-03-01T12:00:00.000Z';

const opened: AccountEvent = {
  type: 'AccountOpened',
  data: { accountId: 'acc', name: 'Acme', plan: 'free', at },
};
const granted = (formId: string): AccountEvent => ({ type: 'PublicationGranted', data: { formId, at } });
const released = (formId: string): AccountEvent => ({ type: 'PublicationReleased', data: { formId, at } });
const open = { type: 'OpenAccount', accountId: 'acc', name: 'Acme', plan: 'free', at } as const;
const grant = (formId: string, limit: number | null) =>
  ({ type: 'GrantPublication', formId, limit, at }) as const;

test('is opened once', () => {
  given(account, []).when(open).then([opened]);
  given(account, [opened]).when(open).then({ code: 'already_exists' });
});

test('records nothing before it is opened', () => {
  for (const command of [
    { type: 'ChangePlan', plan: 'pro', at },
    grant('f1', 3),
    { type: 'ReleasePublication', formId: 'f1', at },
  ] as const)
    given(account, []).when(command).then({ code: 'not_found' });
});

test('changes its plan, and ignores a change to the present one', () => {
  const changed: AccountEvent = { type: 'PlanChanged', data: { plan: 'pro', at } };
  given(account, [opened]).when({ type: 'ChangePlan', plan: 'pro', at }).then([changed]);
  given(account, [opened, changed]).when({ type: 'ChangePlan', plan: 'pro', at }).then([]);
});

test('changes its name, and ignores a change to the present one', () => {
  const renamed: AccountEvent = { type: 'AccountRenamed', data: { name: 'Acme Research', at } };
  const rename = { type: 'RenameAccount', name: 'Acme Research', at } as const;
  given(account, [opened]).when(rename).then([renamed]);
  given(account, [opened, renamed]).when(rename).then([]);
  given(account, []).when(rename).then({ code: 'not_found' });
  given(account, [opened, { type: 'AccountClosed', data: { at } }])
    .when(rename)
    .then({ code: 'account_closed' });
});

test('has a language and a time zone, and records real changes only', () => {
  const change = (locale: FormLocale) => ({ type: 'ChangeLocale', ...locale, at }) as const;
  const changed = (locale: FormLocale): AccountEvent => ({ type: 'LocaleChanged', data: { ...locale, at } });
  const vienna = { language: 'de-AT', timeZone: 'Europe/Vienna' };
  given(account, [opened])
    .when(change(vienna))
    .then([changed(vienna)]);
  given(account, [opened, changed(vienna)])
    .when(change({ ...vienna, timeZone: 'UTC' }))
    .then([changed({ timeZone: 'UTC' })]);
  given(account, [opened, changed(vienna)])
    .when(change({ language: null }))
    .then([changed({ language: null })]);
  given(account, [opened, changed(vienna), changed({ language: null })])
    .when(change({ language: null, timeZone: 'Europe/Vienna' }))
    .then([]);
});

test('grants publications up to the limit', () => {
  given(account, [opened])
    .when(grant('f1', 2))
    .then([granted('f1')]);
  given(account, [opened, granted('f1')])
    .when(grant('f2', 2))
    .then([granted('f2')]);
  given(account, [opened, granted('f1'), granted('f2')])
    .when(grant('f3', 2))
    .then({ code: 'plan_limit_reached', resource: 'published_forms', limit: 2, current: 2 });
  given(account, [opened])
    .when(grant('f1', 0))
    .then({ code: 'plan_limit_reached', resource: 'published_forms', limit: 0, current: 0 });
});

test('grants any number where the plan has no limit', () => {
  const many = Array.from({ length: 50 }, (_, index) => granted(`f${index}`));
  given(account, [opened, ...many])
    .when(grant('one-more', null))
    .then([granted('one-more')]);
});

test('does not count a form twice', () => {
  given(account, [opened, granted('f1')])
    .when(grant('f1', 1))
    .then([]);
});

test('has room again after a release', () => {
  const release = { type: 'ReleasePublication', formId: 'f1', at } as const;
  given(account, [opened, granted('f1')])
    .when(release)
    .then([released('f1')]);
  given(account, [opened, granted('f1'), released('f1')])
    .when(release)
    .then([]);
  given(account, [opened, granted('f1'), released('f1')])
    .when(grant('f2', 1))
    .then([granted('f2')]);
});

test('keeps its publications when the plan changes to a smaller one', () => {
  const history = [opened, granted('f1'), granted('f2')];
  const state = fold(account, account.initial, [
    ...history,
    { type: 'PlanChanged', data: { plan: 'small', at } },
  ]);
  assert.ok(state.exists);
  assert.equal([state.plan, [...state.published]], ['small', ['f1', 'f2']]);
});

const destinationsCounted = (...destinationIds: string[]): AccountEvent => ({
  type: 'DestinationsCounted',
  data: { destinationIds, at },
});
const destinationGranted = (destinationId: string): AccountEvent => ({
  type: 'DestinationGranted',
  data: { destinationId, at },
});
const destinationReleased = (destinationId: string): AccountEvent => ({
  type: 'DestinationReleased',
  data: { destinationId, at },
});
const grantDestination = (destinationId: string, limit: number) =>
  ({ type: 'GrantDestination', destinationId, limit, at }) as const;

test('grants destinations up to the limit', () => {
  given(account, [opened, destinationsCounted()])
    .when(grantDestination('d1', 1))
    .then([destinationGranted('d1')]);
  given(account, [opened, destinationsCounted(), destinationGranted('d1')])
    .when(grantDestination('d1', 1))
    .then([]);
  given(account, [opened, destinationsCounted(), destinationGranted('d1')])
    .when(grantDestination('d2', 1))
    .then({ code: 'plan_limit_reached', resource: 'destinations', limit: 1, current: 1 });
});

test('counts each destination of earlier releases once', () => {
  const count = { type: 'CountDestinations', destinationIds: ['d1', 'd2'], at } as const;
  given(account, [opened])
    .when(count)
    .then([destinationsCounted('d1', 'd2')]);
  given(account, [opened, destinationsCounted()]).when(count).then([]);
  given(account, [opened, destinationsCounted('d1', 'd2')])
    .when(grantDestination('d3', 1))
    .then({ code: 'plan_limit_reached', resource: 'destinations', limit: 1, current: 2 });
});

test('releases the grant only of a destination that has one', () => {
  const release = { type: 'ReleaseDestination', destinationId: 'd1', at } as const;
  given(account, [opened, destinationsCounted('d1')])
    .when(release)
    .then([destinationReleased('d1')]);
  given(account, [opened, destinationsCounted('d1'), destinationReleased('d1')])
    .when(release)
    .then([]);
  given(account, [opened, destinationsCounted('d1'), destinationReleased('d1')])
    .when(grantDestination('d2', 1))
    .then([destinationGranted('d2')]);
});

test('is closed once, and takes nothing afterwards', () => {
  const closed: AccountEvent = { type: 'AccountClosed', data: { at } };
  given(account, []).when({ type: 'CloseAccount', at }).then({ code: 'not_found' });
  given(account, [opened]).when({ type: 'CloseAccount', at }).then([closed]);
  given(account, [opened, closed]).when({ type: 'CloseAccount', at }).then([]);
  given(account, [opened, closed]).when(open).then({ code: 'already_exists' });
  for (const command of [
    { type: 'ChangePlan', plan: 'pro', at },
    { type: 'GrantDestination', destinationId: 'd1', limit: 5, at },
    grant('f1', null),
  ] as const)
    given(account, [opened, closed]).when(command).then({ code: 'account_closed' });
  given(account, [opened, granted('f1'), closed])
    .when({ type: 'ReleasePublication', formId: 'f1', at })
    .then([]);
});

test.run();
