import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether two secrets are equal. Compares digests, so that the duration reveals nothing about either secret. */
export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(digest(one), digest(other));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
