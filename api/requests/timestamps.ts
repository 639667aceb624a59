import { date } from '../../domain/submission/checks/formats.ts';

const time = '([01]\\d|2[0-3]):[0-5]\\d';
const moment = new RegExp(`^(\\d{4}-\\d\\d-\\d\\d)T${time}:[0-5]\\d(\\.\\d+)?(Z|[+-]${time})$`, 'i');

/**
 * Whether a text is a date and time with its zone, as RFC 3339 has it, that there is: no 30th of February. In UTC too
 * its year has four digits: the log and the read models take no other.
 */
export function isTimestamp(text: string): boolean {
  const [, day = ''] = moment.exec(text) ?? [];
  return date.test(day) && /^\d{4}-/.test(new Date(text).toISOString());
}
