import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import S3rver from 's3rver';

const bucket = 'formlog';

/** The parts of an upload as S3 lists them. */
function partsIn(directory: string): string {
  const parts = readdirSync(directory)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b)
    .map((number) => {
      const bytes = readFileSync(join(directory, String(number)));
      const etag = createHash('md5').update(bytes).digest('hex');
      return `<Part><PartNumber>${number}</PartNumber><ETag>&quot;${etag}&quot;</ETag><Size>${bytes.length}</Size></Part>`;
    });
  return `<?xml version="1.0"?><ListPartsResult><IsTruncated>false</IsTruncated>${parts.join('')}</ListPartsResult>`;
}

const noSuchUpload = '<?xml version="1.0"?><Error><Code>NoSuchUpload</Code></Error>';

/**
 * Starts a store that is compatible with S3, with an empty bucket: s3rver, and two operations that it lacks, which list and abort the parts
 * of an upload.
 * @returns its address as a setting
 */
export async function startS3(directory: string) {
  const options = { directory, silent: true, configureBuckets: [{ name: bucket, configs: [] }] };
  const inner = new S3rver(options);
  await inner.configureBuckets();
  const handle = inner.callback();
  const server = createServer((request, response) => {
    const { searchParams, pathname } = new URL(request.url ?? '/', 'http://s3');
    const upload = searchParams.get('uploadId');
    const isOwn = upload !== null && ['GET', 'DELETE'].includes(request.method ?? '');
    if (!isOwn || !pathname.startsWith(`/${bucket}/`)) return handle(request, response);
    const parts = join(directory, bucket, '._S3rver_uploads', upload);
    const isKnown = existsSync(parts);
    const body = !isKnown ? noSuchUpload : request.method === 'GET' ? partsIn(parts) : '';
    if (isKnown && request.method === 'DELETE') rmSync(parts, { recursive: true });
    response.writeHead(!isKnown ? 404 : request.method === 'GET' ? 200 : 204, {
      'content-type': 'application/xml',
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    setting: `s3://S3RVER:S3RVER@127.0.0.1:${port}/${bucket}?tls=false`,
    /** The parts that no object has yet. */
    openUploads: () => {
      const uploads = join(directory, bucket, '._S3rver_uploads');
      return existsSync(uploads) ? readdirSync(uploads).length : 0;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
