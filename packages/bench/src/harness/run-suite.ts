import { openScope, type Scope, type Settings } from './context.ts';
import type { Result } from './report.ts';
import type { Row, Suite } from './suite.ts';

/**
 * Runs rows of a suite one after the other. A row that fails is reported and does not stop the others.
 * @param onResult called after each row
 */
export async function runSuite(
  suite: Suite,
  rows: readonly Row[],
  settings: Settings,
  onResult: (result: Result) => void,
): Promise<Result[]> {
  const scope = openScope(settings);
  const results: Result[] = [];
  try {
    for (const row of rows) {
      const result = await runRow(suite, row, settings, scope);
      results.push(result);
      onResult(result);
    }
  } finally {
    await scope.release();
  }
  return results;
}

async function runRow(suite: Suite, row: Row, settings: Settings, shared: Scope): Promise<Result> {
  const scope = openScope(settings, shared);
  settings.log(`${row.name} …`);
  try {
    return { suite: suite.name, row, measurement: await row.run(scope) };
  } catch (error) {
    settings.log(
      `${row.name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    return { suite: suite.name, row };
  } finally {
    await scope.release();
  }
}
