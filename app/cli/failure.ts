import { getSystemErrorMap } from 'node:util';

/** What the command line's exit codes mean. */
export const exitCodes = { done: 0, refused: 1, usage: 2, unreachable: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends a command: its message goes to stderr as it is, and says what to do. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The command was given wrongly. */
export const misused = (message: string): CommandFailure => new CommandFailure(exitCodes.usage, message);

/** The command was understood and cannot be done. */
export const refused = (message: string): CommandFailure => new CommandFailure(exitCodes.refused, message);

/** Why a file could not be read or written, in the words of the operating system. */
export function fileReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const number = 'errno' in error ? Number(error.errno) : 0;
  return getSystemErrorMap().get(number)?.[1] ?? error.message;
}
