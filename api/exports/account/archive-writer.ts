import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type {
  CountedRecord,
  FileProblem,
  LeftOut,
  Manifest,
  Member,
} from '../../contract/accounts/account-archive.ts';
import { countedRecords, memberNames } from '../../contract/accounts/account-archive.ts';
import { archiveComment } from '../archive.ts';
import { inChunks } from '../in-chunks.ts';
import { type AddEntry, zipStream } from '../zip-stream.ts';

/** Writes the members of an account's archive, and keeps what its manifest says of them. */
export interface ArchiveWriter {
  /** Writes a member of texts, and resolves once all of it was read. */
  text(path: string, texts: AsyncIterable<string>): Promise<void>;
  /** Writes the content of a file, uncompressed. @param size in bytes */
  content(path: string, source: Readable, size: number): Promise<void>;
  count(record: CountedRecord): void;
  /** Records a file that the archive lacks, or has with another content. */
  problem(problem: FileProblem): void;
  /** Records a member that the caller may not read. */
  leaveOut(member: LeftOut): void;
}

type Heading = Pick<Manifest, 'account_id' | 'position' | 'exported_at'>;

/** Streams an archive. If anything fails, the stream ends without its central directory. @param write writes all members but the manifest */
export function accountArchive(
  heading: Heading,
  write: (writer: ArchiveWriter) => Promise<void>,
  version: Manifest['version'],
): Readable {
  return zipStream(async (add) => {
    const members: Member[] = [];
    const problems: FileProblem[] = [];
    const leftOut: LeftOut[] = [];
    const counts = new Map<CountedRecord, number>();
    const adding = measured(add, (member) => members.push(member));
    await write({
      text: (path, texts) => adding(path, Readable.from(inChunks(texts)), { compress: true }),
      content: (path, source, size) => adding(path, source, { compress: false, size }),
      count: (record) => counts.set(record, (counts.get(record) ?? 0) + 1),
      problem: (problem) => problems.push(problem),
      leaveOut: (member) => leftOut.push(member),
    });
    const records = Object.fromEntries(countedRecords.map((record) => [record, counts.get(record) ?? 0]));
    const lacking = { problems, left_out: leftOut };
    const manifest = { formlog_archive: 'account', version, ...heading, counts: records, ...lacking };
    const texts = Readable.from(inChunks(manifestTexts(manifest, members)));
    await add(texts, memberNames.manifest, { compress: true });
    return archiveComment(counts.get('files') ?? 0, problems.length);
  });
}

/** The JSON of a manifest with a member a line: there may be many. */
async function* manifestTexts(manifest: object, members: readonly Member[]): AsyncGenerator<string> {
  yield `${JSON.stringify(manifest, null, 2).slice(0, -2)},\n  "members": [`;
  for (const [index, member] of members.entries())
    yield `${index === 0 ? '' : ','}\n    ${JSON.stringify(member)}`;
  yield '\n  ]\n}\n';
}

/** Adds entries, and reports the size and the hash of each once it was read. */
const measured =
  (add: AddEntry, onMember: (member: Member) => void) =>
  async (path: string, source: Readable, options: Parameters<AddEntry>[2]): Promise<void> => {
    const hash = createHash('sha256');
    let bytes = 0;
    async function* read(): AsyncGenerator<Buffer> {
      for await (const chunk of source as AsyncIterable<Buffer | string>) {
        const part = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
        bytes += part.length;
        hash.update(part);
        yield part;
      }
    }
    await add(Readable.from(read(), { objectMode: false }), path, options);
    onMember({ path, bytes, sha256: hash.digest('hex') });
  };
