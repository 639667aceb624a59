import { IntlMessageFormat } from 'intl-messageformat';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Fault } from '../../../domain/check.ts';
import * as faults from '../../../domain/submission/answer-faults.ts';
import { wording } from '../../../domain/wording.ts';
import { languageFor, languages, preferredLanguage } from '../../../web/form/languages.ts';
import { textsIn } from '../../../web/form/texts.ts';

const test = suite('the languages of public forms');

/** A fault of each function. */
const made = {
  below: faults.below(1),
  above: faults.above(1),
  oneReading: faults.twoReadings(['1234']),
  twoReadings: faults.twoReadings(['1234', '1.234']),
  noDecimals: faults.noDecimals('JPY'),
  tooManyDecimals: faults.tooManyDecimals('EUR', 2),
  belowAmount: faults.belowAmount('5.00 EUR'),
  aboveAmount: faults.aboveAmount('9.00 EUR'),
  otherAmount: faults.otherAmount('5.00 EUR'),
  otherCurrency: faults.otherCurrency('EUR'),
  tooLong: faults.tooLong(5),
  tooShort: faults.tooShort(5),
  unacceptedCharacter: faults.unacceptedCharacter('Contains half a surrogate pair.'),
  tooManyChoices: faults.tooManyChoices(2),
  tooFewChoices: faults.tooFewChoices(2),
  tooManyFiles: faults.tooManyFiles(2),
  fileTooLarge: faults.fileTooLarge('cv.pdf', '10 MB'),
  wrongFileType: faults.wrongFileType('cv.pdf', 'application/pdf'),
  infectedFile: faults.infectedFile('cv.pdf'),
  emptyFile: faults.emptyFile('cv.pdf'),
  emptyPlace: faults.emptyPlace(2),
  comesTwice: faults.comesTwice({ time: '02:30', date: '2026-10-25', zone: 'Europe/Berlin' }),
  skipped: faults.skipped({
    time: '02:30',
    date: '2026-03-29',
    zone: 'Europe/Berlin',
    before: '02:00',
    after: '03:00',
  }),
};
const notFaults = ['ofRow', 'ofPart'];
const isFaults = (value: unknown): value is readonly Fault[] => Array.isArray(value);
const allFaults: ReadonlyMap<string, readonly Fault[]> = new Map([
  ...Object.entries(faults).flatMap(([name, value]) => (isFaults(value) ? [[name, value] as const] : [])),
  ...Object.entries(made),
]);

interface Argument {
  readonly name: string;
  /** Whether it is written as a number of the language. */
  readonly isNumber: boolean;
  /** The plural categories that have a text of their own; none for another argument. */
  readonly categories: readonly string[];
}

const compiled = (message: string, language: string) =>
  new IntlMessageFormat(message, language, undefined, { ignoreTag: true });
type Elements = ReturnType<IntlMessageFormat['getAst']>;
const literalType = compiled('text', 'en').getAst()[0]?.type;
const numberType = compiled('{n, number}', 'en').getAst()[0]?.type;

/** The arguments of a message, of its plural forms too, by their names. */
function argumentsOf(elements: Elements): Argument[] {
  return elements.flatMap((element): Argument[] => {
    if (!('value' in element) || element.type === literalType) return [];
    if (!('pluralType' in element))
      return [{ name: element.value, isNumber: element.type === numberType, categories: [] }];
    const options = Object.entries(element.options);
    const inner = options.flatMap(([, { value }]) => argumentsOf(value));
    const categories = options.map(([category]) => category).sort();
    return [{ name: element.value, isNumber: true, categories }, ...inner];
  });
}

const namesIn = (message: string, language: string): string[] =>
  [...new Set(argumentsOf(compiled(message, language).getAst()).map(({ name }) => name))].sort();

const english = languages.get('en') ?? {};
/** The arguments of each message, by its id. */
const expected: ReadonlyMap<string, readonly string[]> = new Map([
  ...Object.entries(english).map(([id, message]) => [id, namesIn(message, 'en')] as const),
  ...[...allFaults.values()].flatMap((list) =>
    list.map(
      (fault) => [fault[wording]?.id ?? '', Object.keys(fault[wording]?.values ?? {}).sort()] as const,
    ),
  ),
]);

test('every fault that pages show has its name as id', () => {
  const names = Object.keys(faults).filter((name) => !notFaults.includes(name));
  assert.equal([...allFaults.keys()].sort(), [...names, 'oneReading'].sort());
  for (const [name, list] of allFaults)
    for (const fault of list) assert.is(fault[wording]?.id, `fault.${name}`);
});

test('there are seven languages', () => {
  for (const language of ['en', 'de', 'fr', 'es', 'pt', 'ar', 'ja'])
    assert.ok(languages.has(language), language);
});

for (const [language, messages] of languages) {
  test(`${language} has a text for each id, and no other`, () => {
    const ids = language === 'en' ? Object.keys(english) : [...expected.keys()];
    assert.equal(Object.keys(messages).sort(), [...ids].sort());
  });

  test(`${language} has the arguments of English in each text`, () => {
    for (const [id, message] of Object.entries(messages))
      assert.equal(namesIn(message, language), expected.get(id), `${id}: ${message}`);
  });

  test(`${language} has every plural form, and writes numbers as numbers`, () => {
    const needed = [...new Intl.PluralRules(language).resolvedOptions().pluralCategories].sort();
    const numbers = new Set(['min', 'max', 'digits', 'decimals', 'place', 'seconds', 'below', 'above']);
    for (const [id, message] of Object.entries(messages))
      for (const { name, isNumber, categories } of argumentsOf(compiled(message, language).getAst())) {
        assert.is(isNumber, numbers.has(name), `${id}: ${name}`);
        if (categories.length > 0) assert.equal(categories, needed, `${id}: ${message}`);
      }
  });
}

test('a tag without a file gets the language of its first subtags', () => {
  assert.is(languageFor('pt-BR'), 'pt');
  assert.is(languageFor('de-Latn-CH-u-nu-latn'), 'de');
  assert.is(languageFor('ar-EG'), 'ar');
  assert.is(languageFor('he'), null);
  assert.is(languageFor('arc'), null);
});

test('of the languages of a browser, the most preferred that has texts is found', () => {
  const cases: readonly [header: string | undefined, tag: string | undefined][] = [
    ['de', 'de'],
    ['de-CH, fr;q=0.9', 'de-CH'],
    ['fr;q=0.5, de;q=0.8', 'de'],
    ['nl, en-GB;q=0.7, de;q=0.3', 'en-GB'],
    ['de;q=0, ja', 'ja'],
    ['*', undefined],
    ['nl', undefined],
    ['de;q=x', undefined],
    ['', undefined],
    [undefined, undefined],
  ];
  for (const [header, tag] of cases) assert.is(preferredLanguage(header), tag, header);
});

test('a language without texts is shown in English, marked as English', () => {
  assert.is(textsIn('he').say('send'), 'Send');
  assert.equal(textsIn('he').attributes, { lang: 'en', dir: 'ltr' });
  for (const tag of [undefined, null, 'en-GB', 'pt-BR']) assert.equal(textsIn(tag).attributes, {});
});

test('numbers are formatted by the language, with all their digits', () => {
  const message = (tag: string, fault: readonly Fault[]) => {
    const [first] = fault;
    return first ? textsIn(tag).problem(first) : '';
  };
  assert.is(message('de', faults.tooLong(1_000)), 'Darf höchstens 1.000 Zeichen haben.');
  assert.is(message('es', faults.above(10_000)), 'Debe ser como máximo 10.000.');
  assert.is(message('es-MX', faults.above(10_000)), 'Debe ser como máximo 10,000.');
  assert.is(message('de', faults.below(0.00001)), 'Muss mindestens 0,00001 sein.');
  assert.is(message('fr', faults.tooManyChoices(1)), 'Choisissez au plus 1 réponse.');
  assert.is(message('en', faults.tooLong(1_000)), 'Must have at most 1000 characters.');
  assert.is(message('ar-u-nu-latn', faults.tooFewChoices(2)), 'اختر خيارين على الأقل.');
  assert.is(message('ar-u-nu-latn', faults.tooFewChoices(3)), 'اختر 3 خيارات على الأقل.');
  assert.is(message('ar-u-nu-latn', faults.tooFewChoices(11)), 'اختر 11 خيارًا على الأقل.');
  assert.is(message('ar-u-nu-latn', faults.tooFewChoices(100)), 'اختر 100 خيار على الأقل.');
});

test('English has its own texts where the message of the API is for programmers', () => {
  const [moment] = faults.ofRow('Arrival', faults.notAMoment);
  assert.match(moment?.message ?? '', 'Arrival: Must be a moment of RFC 3339');
  const shown = moment && textsIn('en').problem(moment);
  assert.is(shown, 'Arrival: Must be a date of the calendar and a time of day, as YYYY-MM-DDTHH:MM.');
});

test('the subject of a message is translated, too', () => {
  const [ofRow] = faults.ofRow('Montag', faults.unanswered);
  const [ofPart] = faults.ofPart('postal_code', faults.tooLong(500));
  assert.is(ofRow?.message, 'Montag: Requires an answer.');
  assert.is(ofRow && textsIn('de').problem(ofRow), 'Montag: Bitte beantworten Sie diese Frage.');
  assert.is(ofPart?.message, 'Postal code: Must have at most 500 characters.');
  assert.is(ofPart && textsIn('ja').problem(ofPart), '郵便番号：500 文字以内で入力してください。');
  assert.is(ofRow && textsIn('fr').problem(ofRow), 'Montag\u00a0: Veuillez répondre à cette question.');
});

test('texts of people are isolated in right-to-left text', () => {
  assert.is(textsIn('ar').named('Monday', 'نعم'), '\u2068Monday\u2069: نعم');
  assert.match(textsIn('ar').say('afterChange', { time: '02:30', offset: '+01:00' }), '\u2068+01:00\u2069');
});

test('an id and its values stay out of JSON', () => {
  const [fault] = faults.tooLong(5);
  assert.is(JSON.stringify(fault), '{"code":"too_long","message":"Must have at most 5 characters."}');
});

test.run();
