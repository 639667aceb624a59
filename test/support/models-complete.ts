import type { Service } from '../../app/service/service.ts';
import { readModels } from '../../projections/registry.ts';

export const modelNames = readModels.map(({ name }) => name);

/** Waits until every read model of a new service is built: before that, queries are refused and limits unknown. */
export async function untilModelsComplete({ completeness }: Pick<Service, 'completeness'>): Promise<void> {
  const percent = await completeness.untilComplete(modelNames, 60_000);
  if (percent !== null) throw new Error(`the read models are built to ${percent} %`);
}
