import { randomBase62 } from '../../log/ids.ts';

/** Ids of requests: unique among all processes, and cheap, since each request has one. */
export function openRequestIds(): () => string {
  const process = randomBase62(13);
  let count = 0;
  return () => process + (count++).toString(36).padStart(7, '0');
}
