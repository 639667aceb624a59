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
