/**
 * Refuses comments that name in back-ticks an identifier or a file that does not exist, such as one that was renamed.
 * An identifier must occur in the file of the comment, in a file that it imports, or in one that imports it; a type
 * or a constant may occur anywhere.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Words of protocols, of Node and of other programs, which are no identifiers here. */
const outsideWords = new Set([
  'clusterMonitor', // a role of MongoDB
  'fetch',
  'finish', // an event of a stream
  'head', // a program
  'isolatedModules',
  'maxlength', // of HTML
  'ps', // a program
  'verbatimModuleSyntax',
  'yyyymm',
]);
const isKeyword = (word) => ts.stringToToken(word) !== undefined;

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' });
const files = listed.trim().split('\n');
const paths = new Set();
for (const file of files)
  for (let path = file; path !== '.'; path = dirname(path))
    for (let end = path; ; end = end.slice(end.indexOf('/') + 1)) {
      paths.add(end);
      if (!end.includes('/')) break;
    }

function readSource(file) {
  const text = readFileSync(file, 'utf8');
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const source = { file, text, identifiers: new Set(), literals: new Set(), imports: [], comments: [] };
  let code = text;
  const visit = (node) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) source.identifiers.add(node.text);
    else if (ts.isLiteralExpression(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)) {
      const start = node.getStart(tree);
      code = code.slice(0, start) + ' '.repeat(node.end - start) + code.slice(node.end);
      if (ts.isStringLiteral(node) && node.text.startsWith('.'))
        source.imports.push(join(dirname(file), node.text));
      source.identifiers.add(node.text);
      for (const word of node.text.match(/[A-Za-z_$][\w$]*/g) ?? []) source.literals.add(word);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  for (const { index, 0: comment } of code.matchAll(/\/\*[\s\S]*?\*\/|\/\/.*/g))
    source.comments.push({ index, text: text.slice(index, index + comment.length) });
  return source;
}

const sources = new Map(
  files
    .filter((file) => /\.(ts|tsx|js|cjs)$/.test(file) && !/generated\/|\.d\.ts$/.test(file))
    .map((file) => [file, readSource(file)]),
);
const importers = new Map([...sources.keys()].map((file) => [file, []]));
for (const source of sources.values()) for (const file of source.imports) importers.get(file)?.push(source);
const everywhere = new Set();
for (const { identifiers, literals } of sources.values())
  for (const word of [...identifiers, ...literals]) everywhere.add(word);

/** Whether the text between two back-ticks exists. Anything but an identifier or a file, such as a header, passes. */
function exists(quoted, source) {
  if (/^[\w./-]+\.(ts|tsx|js|cjs|json|md)$/.test(quoted) || /^[a-z-]+(\/[a-z-]+)+$/.test(quoted))
    return paths.has(quoted) || everywhere.has(quoted);
  const name = quoted.replace(/\(\)$/, '');
  if (!/^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/.test(name) || paths.has(name)) return true;
  const imported = source.imports.flatMap((file) => sources.get(file) ?? []);
  const near = [source, ...imported, ...importers.get(source.file)];
  const isNear = (word) => near.some(({ identifiers }) => identifiers.has(word));
  const isKnown = (word) =>
    isKeyword(word) ||
    outsideWords.has(word) ||
    source.literals.has(word) ||
    (/^[A-Z]/.test(word) ? everywhere.has(word) : isNear(word));
  return isNear(name) || name.split('.').every(isKnown);
}

for (const source of sources.values())
  for (const comment of source.comments)
    for (const { index, 1: quoted } of comment.text.matchAll(/`([^`\n]+)`/g))
      if (!exists(quoted, source)) {
        const line = source.text.slice(0, comment.index + index).split('\n').length;
        console.error(`${source.file}:${line}: the comment names \`${quoted}\`, which does not exist`);
        process.exitCode = 1;
      }
