/** What asks a process to end, in the place of a file. */
export const endRequest = 'end';

/** The line by which a process says that a test file has ended, with the exit code that the file asks for. */
export const endMark = (code: number): string => `\u0004ended ${code}\n`;

const mark = new RegExp(endMark(0).replace('0', '(\\d+)'));

/** The exit code in the end mark of an output; null where there is none yet. */
export function endCodeIn(output: string): number | null {
  const code = mark.exec(output)?.[1];
  return code === undefined ? null : Number(code);
}

/** An output without its end mark. */
export const withoutEndMark = (output: string): string => output.replace(mark, '');
