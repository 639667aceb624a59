import { type Fault, faulty, inside } from '../check.ts';
import { err, ok, type Result } from '../result.ts';
import { url } from '../submission/checks/formats.ts';
import { cleanText, isBlank } from '../text.ts';
import type { ResponseChanges } from './responses.ts';

const notAUrl = faulty('invalid_format', 'Must be a URL with http or https.');
const blank = faulty('required', 'Must not be blank. Send null for the usual text.');

/**
 * Checks the page after the sending, as an account describes it.
 * @returns the settings with their texts as they are stored; or every fault, below `/responses/thanks`
 */
export function checkThanks(changes: ResponseChanges): Result<ResponseChanges, readonly Fault[]> {
  const { thanks } = changes;
  if (!thanks) return ok(changes);
  const { text, redirectTo } = thanks;
  const faults = [
    ...(typeof text === 'string' && isBlank(cleanText(text)) ? inside('text', blank) : []),
    ...(typeof redirectTo === 'string' && !url.test(redirectTo) ? inside('redirect_to', notAUrl) : []),
  ];
  if (faults.length > 0) return err(inside('responses', inside('thanks', faults)));
  return ok({
    ...changes,
    thanks: { ...thanks, ...(typeof text === 'string' && { text: cleanText(text) }) },
  });
}
