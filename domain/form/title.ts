import { type Fault, faulty } from '../check.ts';
import { err, ok, type Result } from '../result.ts';
import { cleanLine, isBlank } from '../text.ts';

/**
 * Returns a title as it is stored: composed, on one line, without harmful invisible characters.
 * @returns `required` at `/title` for a title that shows nothing
 */
export function checkTitle(title: string): Result<string, readonly Fault[]> {
  const clean = cleanLine(title);
  return isBlank(clean) ? err(faulty('required', 'Must not be blank.', '/title')) : ok(clean);
}
