import { Readable } from 'node:stream';
import type { ApiDeps } from '../../api-deps.ts';
import { fileVerification } from '../../contract/files/verification.ts';
import { exportFormats } from '../../contract/submissions/exports.ts';
import type { Mount } from '../../mount.ts';
import { readAfter } from '../../requests/requests.ts';
import { verifyFiles } from './verify-files.ts';

/** Compares the files of the log with the file store. */
export function fileVerificationRoute(
  api: Mount,
  deps: Pick<ApiDeps, 'contents' | 'fileLifetimeMs' | 'now' | 'progress' | 'queries'>,
): void {
  api.route(
    fileVerification.verifyFiles,
    async (request, reply) => {
      await readAfter(request, deps.progress, ['files', 'submissions']);
      return reply.type(exportFormats.ndjson).send(Readable.from(lines(deps)));
    },
    { transfersFile: true },
  );
}

async function* lines(deps: Parameters<typeof verifyFiles>[0]): AsyncGenerator<string> {
  for await (const verified of verifyFiles(deps)) yield `${JSON.stringify(verified)}\n`;
}
