/** Removes control characters: a text of others must not control the reader's terminal. */
export const printable = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '\u{fffd}');
