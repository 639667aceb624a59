import type { FormWarning } from '../../../domain/form/warnings.ts';

/** A note lies in a cookie, which holds about 4,000 bytes. */
const noteBytes = 2_500;

/** The messages of warnings, as far as they have room in a note. */
export function inNote(warnings: readonly FormWarning[]): string[] {
  let bytes = 0;
  const shown = warnings
    .map(({ message }) => message)
    .filter((message) => (bytes += encodeURIComponent(message).length) <= noteBytes);
  const more = warnings.length - shown.length;
  return more > 0
    ? [...shown, `The change has ${more} more such consequences; see the destinations.`]
    : shown;
}
