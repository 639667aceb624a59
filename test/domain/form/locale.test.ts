import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkLocale, directionOf } from '../../../domain/form/locale.ts';

const test = suite("a form's language and time zone");

/** The canonical settings, or the places of the faults. */
function checked(language: string | null, timeZone: string | null): unknown {
  const result = checkLocale({ language, timeZone });
  return result.ok ? [result.value.language, result.value.timeZone] : result.error.map(({ at }) => at);
}

test('language tags get their canonical spelling', () => {
  assert.equal(checked('DE-ch', 'Europe/Zurich'), ['de-CH', 'Europe/Zurich']);
  assert.equal(checked('zh-hant-tw', 'UTC'), ['zh-Hant-TW', 'UTC']);
  assert.equal(checked('ar-EG-u-nu-latn', 'Africa/Cairo'), ['ar-EG-u-nu-latn', 'Africa/Cairo']);
  assert.equal(checked(null, null), [null, null]);
  assert.equal(checkLocale({}), { ok: true, value: {} });
});

test('every wrong setting is named', () => {
  for (const language of ['', 'english', 'de_CH', 'x', 'x-klingon', 'de-', '中文', 'de CH'])
    for (const zone of ['', '+02:00', 'Berlin', 'Europe/Nowhere', 'europe/berlin', 'CEST?', '2026'])
      assert.equal(checked(language, zone), ['/language', '/time_zone'], `${language} ${zone}`);
});

test('abbreviations that are no names of the database are refused, also where Node knows them', () => {
  for (const zone of ['PST', 'BST', 'AST', 'IST', 'CST', 'JST', 'ECT', 'SystemV/PST8'])
    assert.equal(checked('en', zone), ['/time_zone'], zone);
  for (const zone of ['UTC', 'GMT', 'EST', 'CET', 'PST8PDT', 'GB', 'Etc/GMT+8', 'US/Pacific'])
    assert.equal(checked('en', zone), ['en', zone], zone);
});

test('languages are written from left to right or from right to left', () => {
  for (const language of ['ar', 'he', 'fa', 'ur', 'yi', 'ar-EG', 'az-Arab', 'dv'])
    assert.is(directionOf(language), 'rtl', language);
  for (const language of ['en', 'de-CH', 'ja', 'az', 'hi', 'zh'])
    assert.is(directionOf(language), 'ltr', language);
});

test.run();
