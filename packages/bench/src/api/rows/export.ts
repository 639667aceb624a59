import { anonymousMegabytes, settledMegabytes } from '../../embedded/memory.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import type { RunningService } from '../service.ts';
import { startLarge } from '../stock.ts';

const lookEveryMs = 100;

/**
 * The most memory that the service takes while 1,000,000 submissions are downloaded as CSV and as a workbook, against what it takes at
 * rest.
 */
export const exportMemory: Row = {
  name: 'export-memory',
  target: atMost(1.3),
  async run(context) {
    const service = await startLarge(context);
    // The first one compiles the code and widens the heap, as any work does.
    await download(service, 'csv');
    const idle = await settledMegabytes(service.pid);
    let most = 0;
    const look = () => (most = Math.max(most, anonymousMegabytes(service.pid)));
    const looking = setInterval(look, lookEveryMs);
    try {
      for (const format of ['csv', 'xlsx']) {
        const start = performance.now();
        const bytes = await download(service, format);
        const seconds = (performance.now() - start) / 1_000;
        context.log(`  ${format}: ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s`);
      }
    } finally {
      clearInterval(looking);
    }
    return measured(most, idle, 'MB');
  },
};

/** Downloads the submissions of the form. @returns the bytes */
async function download({ url, operatorToken, formId }: RunningService, format: string): Promise<number> {
  const path = `/api/admin/v1/forms/${formId}/exports/submissions?format=${format}`;
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${operatorToken}` } });
  if (!response.ok || !response.body) throw new Error(`answered ${response.status}`);
  let bytes = 0;
  const count = new WritableStream<Uint8Array>({ write: (chunk) => void (bytes += chunk.byteLength) });
  await response.body.pipeTo(count);
  return bytes;
}
