import { createInterface } from 'node:readline';
import { misused } from '../failure.ts';

/**
 * Asks a question on the terminal.
 * @param without what to do without a terminal
 * @returns the answer without blanks around it; empty after Ctrl-C or Ctrl-D
 * @throws CommandFailure without a terminal
 */
export async function ask(question: string, without: string): Promise<string> {
  if (!process.stdin.isTTY) throw misused(without);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await new Promise<string>((resolve) => {
    // Ctrl-C and Ctrl-D close it without an answer.
    terminal.once('close', () => resolve(''));
    terminal.question(question, resolve);
  }).finally(() => terminal.close());
  return answer.trim();
}
