import { Readable } from 'node:stream';
import { S3 } from '@aws-sdk/client-s3';
import { S3Store } from '@tus/s3-store';
import { Compile } from 'typebox/compile';
import {
  type ContentEntry,
  type FileContents,
  FileStoreUnavailable,
  StoredContent,
} from './file-contents.ts';
import type { S3Address } from './store-address.ts';

const contents = Compile(StoredContent);

/** Beside each content: its description once it is complete, the metadata of its upload, and a part that is too small for the store. */
const [sealEnding, infoEnding, partEnding] = ['.sealed', '.info', '.part'];
const contentIdIn = (key: string): string => key.replace(/\.(?:sealed|info|part)$/, '');

const isMissing = (error: unknown): boolean =>
  error instanceof Error && ['NotFound', 'NoSuchKey', 'NoSuchUpload', '404'].includes(error.name);

/** Runs an operation of the store, and names what failed. */
async function inStore<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileStoreUnavailable) throw error;
    throw new FileStoreUnavailable(`the file store cannot ${what}`, 'away', error);
  }
}

/** Null for an object that does not exist. */
const unlessMissing = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });

/** Stores that are compatible with S3 need not know the checksums that newer clients add, and have buckets in their paths. */
const clientOptions = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Address) =>
  ({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }) as const;

/** The uploads of tus in a bucket. */
export const bucketUploads = (address: S3Address): S3Store =>
  new S3Store({ s3ClientConfig: { bucket: address.bucket, ...clientOptions(address) } });

/** Opens the files of a bucket, which must exist. */
export function openS3Contents(address: S3Address): FileContents {
  const { bucket: Bucket } = address;
  const client = new S3(clientOptions(address));

  const sizeOf = async (contentId: string): Promise<number | null> => {
    const found = await unlessMissing(client.headObject({ Bucket, Key: contentId }));
    return found?.ContentLength ?? null;
  };

  /** Parts of an upload are no objects, and take room until it is aborted. */
  async function abortUpload(contentId: string): Promise<void> {
    const info = await unlessMissing(client.headObject({ Bucket, Key: contentId + infoEnding }));
    const UploadId = info?.Metadata?.['upload-id'];
    if (UploadId !== undefined)
      await unlessMissing(client.abortMultipartUpload({ Bucket, Key: contentId, UploadId }));
  }

  return {
    describe: (contentId) =>
      inStore('read what it knows of a file', async () => {
        const sealed = await unlessMissing(client.getObject({ Bucket, Key: contentId + sealEnding }));
        const text = await sealed?.Body?.transformToString();
        if (text === undefined) return null;
        const stored: unknown = JSON.parse(text);
        return contents.Check(stored) && stored.size === (await sizeOf(contentId)) ? stored : null;
      }),
    seal: (contentId, content) =>
      inStore('store a file', async () => {
        const Body = JSON.stringify(content);
        await client.putObject({
          Bucket,
          Key: contentId + sealEnding,
          Body,
          ContentType: 'application/json',
        });
      }),
    read: (contentId, range) =>
      inStore('read a file', async () => {
        const found = await unlessMissing(
          client.getObject({
            Bucket,
            Key: contentId,
            ...(range && { Range: `bytes=${range.start}-${range.end}` }),
          }),
        );
        if (!(found?.Body instanceof Readable))
          throw new FileStoreUnavailable(`the content ${contentId} is missing`, 'missing');
        return found.Body;
      }),
    sizeOf: (contentId) => inStore('find a file', () => sizeOf(contentId)),
    remove: (contentId) =>
      inStore('remove a file', async () => {
        await abortUpload(contentId);
        // The content goes first: without it, nothing that is known of it is shown.
        for (const ending of ['', sealEnding, partEnding, infoEnding])
          await unlessMissing(client.deleteObject({ Bucket, Key: contentId + ending }));
      }),
    async *list(): AsyncGenerator<ContentEntry> {
      const changed = new Map<string, number>();
      for (let token: string | undefined, more = true; more;) {
        const page = await inStore('list its files', () =>
          client.listObjectsV2({ Bucket, ...(token !== undefined && { ContinuationToken: token }) }),
        );
        for (const { Key = '', LastModified } of page.Contents ?? []) {
          const contentId = contentIdIn(Key);
          changed.set(contentId, Math.max(changed.get(contentId) ?? 0, LastModified?.getTime() ?? 0));
        }
        token = page.NextContinuationToken;
        more = token !== undefined;
      }
      for (const [contentId, at] of changed) yield { contentId, changedAt: new Date(at) };
    },
  };
}
