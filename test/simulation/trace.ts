/** What happened lately, for whoever has to find out why a law was broken. */
export interface Trace {
  note(line: string): void;
  /** The last lines that name one of `ids`, then the last of all. */
  about(ids: readonly string[]): readonly string[];
}

const remembered = 20_000;

export function openTrace(now: () => Date): Trace {
  let lines: string[] = [];
  return {
    note(line) {
      lines.push(`${now().toISOString()} ${line}`);
      if (lines.length > 2 * remembered) lines = lines.slice(-remembered);
    },
    about: (ids) => [
      ...lines.filter((line) => ids.some((id) => line.includes(id))).slice(-25),
      '…',
      ...lines.slice(-10),
    ],
  };
}
