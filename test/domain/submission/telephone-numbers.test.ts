import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { FieldDefinition, FieldKind } from '../../../domain/form/field.ts';
import { regionOf } from '../../../domain/form/region.ts';
import { numbersIn } from '../../../domain/submission/telephone-numbers.ts';

const test = suite('telephone numbers');

const field = (id: string, kind: FieldKind = 'phone'): FieldDefinition => ({
  id,
  key: id,
  label: id,
  kind,
  required: false,
  position: 0,
  hidden: false,
});
const inForm = (number: unknown, locale: { language?: string; timeZone?: string } = {}) =>
  numbersIn({ fields: [field('tel')], ...locale }, [number])?.['tel'] ?? null;

test('with a country code mean the same in every form', () => {
  for (const language of ['de-AT', 'fr', undefined]) {
    const locale = language === undefined ? {} : { language };
    assert.is(inForm('+44 20 7946 0000', locale), '+442079460000');
    assert.is(inForm('+49 (0)30 12345678', locale), '+493012345678');
    assert.is(inForm('(+43) 664 1234567 ext. 12', locale), '+436641234567');
  }
});

test('without it are read by the region of the language', () => {
  assert.is(inForm('0664 1234567', { language: 'de-AT' }), '+436641234567');
  assert.is(inForm('0664/123 45 67 x12', { language: 'de-AT' }), '+436641234567');
  assert.is(inForm('(020) 7946 0000', { language: 'en-GB' }), '+442079460000');
  assert.is(inForm('415-555-2671', { language: 'en-US' }), '+14155552671');
  assert.is(inForm('06 12 34 56 78', { language: 'fr-FR' }), '+33612345678');
  assert.is(inForm('06 1234 5678', { language: 'it-IT' }), '+390612345678');
});

test('may begin with the international call prefix', () => {
  assert.is(inForm('0049 30 12345678', { language: 'de-AT' }), '+493012345678');
  assert.is(inForm('011 44 20 7946 0000', { language: 'en-US' }), '+442079460000');
  assert.is(inForm('0049 30 12345678'), null);
});

test('without it are read by the country of the time zone if the language has no region', () => {
  assert.is(inForm('0664 1234567', { timeZone: 'Europe/Vienna' }), '+436641234567');
  assert.is(inForm('0664 1234567', { language: 'de', timeZone: 'Europe/Vienna' }), '+436641234567');
  assert.is(inForm('0664 1234567', { language: 'de-AT', timeZone: 'America/New_York' }), '+436641234567');
  assert.is(inForm('0664 1234567', { language: 'de' }), null);
  assert.is(inForm('0664 1234567'), null);
});

test('that are impossible in the region are unknown, since they may be of another country', () => {
  assert.is(inForm('123 4567 8901 2345', { language: 'de-AT' }), null);
  assert.is(inForm('555-0123', { language: 'en-US' }), null);
  assert.is(inForm('06 12 34 56 78', { language: 'en-US' }), null);
});

test('are listed by the id of their field, if they are known', () => {
  const fields = [field('note', 'statement'), field('name', 'short_text'), field('home'), field('work')];
  const form = { fields, language: 'en-GB' };
  assert.equal(numbersIn(form, ['020 7946 0000', '020 7946 0000', null]), { home: '+442079460000' });
  assert.is(numbersIn(form, ['x', null, null]), null);
  assert.is(numbersIn({ fields: [field('name', 'short_text')] }, ['020 7946 0000']), null);
});

const regions = {
  'the region of a language': [{ language: 'de-AT' }, 'AT'],
  'the region of a language before that of a zone': [{ language: 'en-US', timeZone: 'Europe/Berlin' }, 'US'],
  'a language with a script': [{ language: 'zh-Hant-TW' }, 'TW'],
  'a language alone names no country': [{ language: 'de' }, null],
  'a region that is no country': [{ language: 'es-419' }, null],
  'a region that is no country, with a zone': [{ language: 'es-419', timeZone: 'America/Bogota' }, 'CO'],
  'the country of a zone': [{ timeZone: 'Europe/Berlin' }, 'DE'],
  'one of the zones of a country': [{ timeZone: 'America/Chicago' }, 'US'],
  'another name of a zone': [{ timeZone: 'Asia/Kolkata' }, 'IN'],
  'a zone of no country': [{ timeZone: 'UTC' }, null],
  'an offset as a zone': [{ timeZone: 'Etc/GMT-1' }, null],
  'nothing that is set': [{}, null],
  'settings that were taken back': [{ language: null, timeZone: null }, null],
} as const;

for (const [name, [locale, region]] of Object.entries(regions))
  test(`a form's region: ${name}`, () => {
    assert.is(regionOf(locale), region);
  });

test.run();
