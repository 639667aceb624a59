import type { Readable } from 'node:stream';
import Type from 'typebox';
import { operations } from '../operation.ts';
import { exportFormats } from '../submissions/exports.ts';
import { Nullable } from '../values.ts';

/** A line of a verification: a problem, or the numbers at its end. */
export const VerifiedFile = Type.Union([
  Type.Object({
    file_id: Nullable(Type.String()),
    content_id: Type.String(),
    problem: Type.Enum(['missing', 'changed', 'contradiction', 'orphan']),
  }),
  Type.Object({ files: Type.Integer(), contents: Type.Integer(), problems: Type.Integer() }),
]);

export const fileVerification = operations('admin', 'admin: forms', {
  verifyFiles: {
    route: 'GET /files/verification',
    tag: 'admin: read models',
    summary: 'Compare all files with their contents',
    description:
      'Newline-delimited JSON: a line for each file whose content is `missing`, was `changed`, or has another hash than its ' +
      'submission records (`contradiction`), and for each content that is of no file and older than an upload may be (`orphan`); at ' +
      'last the numbers of `files`, `contents` and `problems`. Every content is read.',
    response: {
      200: {
        description: 'A line for each problem, and a closing line.',
        content: { [exportFormats.ndjson]: { schema: Type.Unsafe<Readable>(Type.String()) } },
      },
    },
    examples: { answers: [] },
  },
});
