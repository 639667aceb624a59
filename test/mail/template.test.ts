import { readFileSync } from 'node:fs';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { renderMail } from '../../mail/template.ts';
import { mailLanguages, mailTextsIn } from '../../mail/texts.ts';
import { languages } from '../../web/form/languages.ts';

const test = suite('the texts of messages');

const Messages = Type.Record(Type.String(), Type.String());

const content = {
  title: 'A destination is disabled',
  paragraphs: ['“Bookkeeping” failed 5 times.', 'Its last reply was 500.'],
  action: { label: 'Look at the destination', url: 'https://forms.example/console/destinations/1?a=1&b=2' },
  footer: ['You get this because you chose so.'],
  stop: { label: 'Stop such messages', url: 'https://forms.example/stop/abc' },
};

test('a message says the same as plain text and as HTML', () => {
  const { text, html } = renderMail(mailTextsIn('en'), content);
  const expected = [
    'A destination is disabled',
    '“Bookkeeping” failed 5 times.',
    'Its last reply was 500.',
    'Look at the destination\nhttps://forms.example/console/destinations/1?a=1&b=2',
    '-- \nYou get this because you chose so.',
    'This message was sent automatically. Replies are not read.',
    'Stop such messages\nhttps://forms.example/stop/abc\n',
  ];
  assert.is(text, expected.join('\n\n'));
  for (const part of [content.title, ...content.paragraphs, ...content.footer]) assert.match(html, part);
  assert.match(html, 'href="https://forms.example/console/destinations/1?a=1&amp;b=2"');
  assert.match(html, 'href="https://forms.example/stop/abc"');
  assert.match(html, '<html lang="en" dir="ltr">');
});

test('a text never becomes markup', () => {
  const hostile = '</title><script>alert(1)</script>"\'&';
  const { html } = renderMail(mailTextsIn('en'), {
    title: hostile,
    paragraphs: [hostile],
    footer: [hostile],
    action: { label: hostile, url: `https://a.example/"><script>` },
  });
  assert.not.match(html, '<script');
  assert.is(html.match(/<h1 /g)?.length, 1);
});

test('messages of Arabic readers are written from right to left', () => {
  assert.match(renderMail(mailTextsIn('ar'), content).html, '<html lang="ar" dir="rtl">');
});

test('a language without texts gets English', () => {
  assert.is(mailTextsIn('eo').language, 'en');
  assert.is(mailTextsIn('de-CH').language, 'de-CH');
  assert.match(mailTextsIn('de-CH').say('automatic'), 'automatisch');
  assert.is(mailTextsIn(null).language, 'en');
});

test('moments are written in the language and the time zone', () => {
  const at = '2026-01-02T23:30:00.000Z';
  assert.match(mailTextsIn('de').moment(at, 'Europe/Berlin'), /3\. Januar 2026.*00:30:00 MEZ/);
  assert.match(mailTextsIn('en').moment(at, 'America/New_York'), /January 2, 2026.*6:30:00.PM EST/);
});

test('each language of the forms has each text, with the same values', () => {
  assert.equal([...mailLanguages].sort(), [...languages.keys()].sort());
  const read = (language: string): Record<string, string> =>
    Value.Parse(Messages, JSON.parse(readFileSync(`mail/languages/${language}.json`, 'utf8')));
  const english = read('en');
  const valuesIn = (message = '') =>
    [...new Set([...message.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();
  for (const language of mailLanguages) {
    const messages = read(language);
    assert.equal(Object.keys(messages), Object.keys(english), language);
    for (const [id, message] of Object.entries(messages)) {
      assert.ok(message.trim() !== '', `${language} ${id}`);
      assert.equal(valuesIn(message), valuesIn(english[id]), `${language} ${id}`);
    }
  }
});

test.run();
