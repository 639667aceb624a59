/** The process's environment. Settings are read from here, through config.ts, and from nowhere else. */
export const environment: Readonly<Record<string, string | undefined>> = process.env;
