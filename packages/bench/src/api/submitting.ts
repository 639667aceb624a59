import type { Context } from '../harness/context.ts';
import { inLanes, rate } from '../harness/rounds.ts';
import { type Client, connections } from './client.ts';

/**
 * Submits at 64 connections, then has the read model catch up, which is not counted.
 * @returns submissions a second
 * @throws when the read model takes longer than five seconds
 */
export async function submitMany(context: Context, client: Client, count: number): Promise<number> {
  const submissionsPerSecond = await rate(count, () => inLanes(count, connections, () => client.submit()));
  const behindMs = await client.caughtUp();
  context.log(`  ${Math.round(submissionsPerSecond)}/s, the read model ${Math.round(behindMs)} ms behind`);
  return submissionsPerSecond;
}
