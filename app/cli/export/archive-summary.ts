import { open } from 'node:fs/promises';

/** The comment of an archive is shorter. */
const tailBytes = 200;
const comment = /(\d+) files, (\d+) problems$/;

/** Returns how many files an archive of submissions names, and how many of them it lacks; null for a file that is cut off. */
export async function archiveSummary(
  path: string,
): Promise<{ readonly files: number; readonly problems: number } | null> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const length = Math.min(size, tailBytes);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    const [found, files, problems] = comment.exec(buffer.toString('latin1')) ?? [];
    return found === undefined ? null : { files: Number(files), problems: Number(problems) };
  } finally {
    await file.close();
  }
}
