import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('pages of the documentation');

const ignored = /(^|\/)(node_modules|dist|build|data|tmp|\.git)(\/|$)/;
const files = readdirSync('.', { recursive: true, encoding: 'utf8' }).filter((path) => !ignored.test(path));
const existing = new Set(files);
const pages = files.filter((path) => /^(README|CONTRIBUTING|docs\/.*)\.md$/.test(path));

/** The anchors of a page, as GitHub makes them of its headings. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

test('every link leads to a file, and to a heading in it', () => {
  const broken = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]*))?\)/g)]
      .filter(([, path = '', anchor]) => {
        const target = path === '' ? page : normalize(join(dirname(page), path)).replace(/\/$/, '');
        if (!existing.has(target)) return true;
        return anchor !== undefined && !anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
      })
      .map(([link]) => `${page}: ${link}`),
  );
  assert.equal(broken, []);
});

/** Files that a page names although they are not in the repository: the service or the reader makes them. */
const made = new Set([
  'service.json',
  'format.json',
  'backup.json',
  'web/form/languages/TAG.json',
  'commands/form/duplicate-form.ts',
  'ipaddr.js',
  'account.json',
  'forms/SLUG/form.json',
  'manifest.json',
]);

test('every file that a page names exists', () => {
  const isNamed = (name: string) => files.some((path) => path === name || path.endsWith(`/${name}`));
  const missing = pages.flatMap((page) => {
    const text = readFileSync(page, 'utf8');
    if (text.includes('**No longer holds.**')) return [];
    return [...text.matchAll(/`([\w.-][\w./-]*\.(?:tsx?|js|cjs|json|md))`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !made.has(name) && !isNamed(name))
      .map((name) => `${page}: ${name}`);
  });
  assert.equal(missing, []);
});

test('the index of decisions lists each with its number, title and status', () => {
  const decisions = files
    .filter((path) => /^docs\/adr\/\d{4}-/.test(path))
    .sort()
    .map((path) => {
      const text = readFileSync(path, 'utf8');
      const [, number = '', title = ''] = /^# (\d+)\. (.*)\n/.exec(text) ?? [];
      assert.is(path.slice('docs/adr/'.length).slice(0, 4), number.padStart(4, '0'), path);
      const [, kind] = /^\*\*(No longer holds|Holds in part)\b/m.exec(text) ?? [];
      const state = kind?.toLowerCase() ?? 'holds';
      return `| ${number} | [${title}](${path.slice('docs/adr/'.length)}) | ${state} |`;
    });
  assert.equal(
    decisions.map((line) => Number(line.split(' ')[1])),
    decisions.map((_, index) => index + 1),
  );
  const listed = readFileSync('docs/adr/README.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| +\d/.test(line))
    .map((line) => line.replace(/ +/g, ' '));
  assert.equal(listed, decisions);
});

test.run();
