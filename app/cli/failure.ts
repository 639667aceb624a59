/** The exit codes of the command line. */
export const exitCodes = { done: 0, refused: 1, usage: 2, unreachable: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends a command with a message on stderr, which includes the remedy. */
export class CommandFailure extends Error {
  constructor(
    readonly exitCode: ExitCode,
    message: string,
    /** The API's error, which `--json` prints: its code, details and request. */
    readonly error: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

/** A failure of usage. */
export const misused = (message: string): CommandFailure => new CommandFailure(exitCodes.usage, message);

/** A failure of execution. */
export const refused = (message: string): CommandFailure => new CommandFailure(exitCodes.refused, message);
