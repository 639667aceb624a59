import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import type { ApiDeps } from '../../api-deps.ts';
import { submissionLines, submissionTable, type Exported } from './export-submissions.ts';

export const formats = { ndjson: 'application/x-ndjson', csv: 'text/csv; charset=utf-8' } as const;

/** Streams the submissions of a form. */
export function sendSubmissions(
  reply: FastifyReply,
  { log }: Pick<ApiDeps, 'log'>,
  format: keyof typeof formats,
  exported: Exported,
): FastifyReply {
  const rows = format === 'csv' ? submissionTable(log, exported) : submissionLines(exported);
  return reply.type(formats[format]).send(Readable.from(inChunks(rows)));
}

const chunkLength = 65_536;

/** Short lines sent one by one would cost more than making them. */
export async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const line of lines) {
    chunk += line;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
