import { readFile } from 'node:fs/promises';
import ts from 'typescript';

// The V8 of Node 20 gives each object of a literal like `{ ...a, b }` hidden classes of its own, unless the literal begins with
// something else (docs/adr/0037-spreads-share-hidden-classes.md).

/** A plugin of esbuild that puts an empty spread into each literal that begins with a spread and has more members. */
export const sharedShapes = {
  name: 'shared shapes',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.tsx?$/ }, async ({ path }) => ({
      contents: withSharedShapes(path, await readFile(path, 'utf8')),
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    })),
};

/** @param path decides whether the text is read as TSX */
function withSharedShapes(path, text) {
  if (!/\{\s*\.\.\./.test(text)) return text;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext);
  /** Where the spreads begin, in ascending order. */
  const places = [];
  const visit = (node) => {
    if (ts.isObjectLiteralExpression(node)) {
      const [first, second] = node.properties;
      if (second && ts.isSpreadAssignment(first)) places.push(first.getStart(source));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return places.reduceRight((code, at) => `${code.slice(0, at)}...null, ${code.slice(at)}`, text);
}
