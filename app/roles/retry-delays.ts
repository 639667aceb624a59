import type { Config } from '../config/config.ts';

/** The delays between the attempts of a delivery, in milliseconds. */
export const retryDelaysMs = ({ WEBHOOK_RETRY_MINUTES }: Pick<Config, 'WEBHOOK_RETRY_MINUTES'>): number[] =>
  WEBHOOK_RETRY_MINUTES.map((minutes) => minutes * 60_000);
