import { err, ok, type Result } from '../../domain/result.ts';
import { type Config, parseSettings } from '../config/config.ts';
import { roleNames } from '../config/role-names.ts';
import { isOthersServiceFile } from '../data-dir/service-file.ts';
import { checkAddress } from './check-address.ts';
import { checkDataDir } from './check-data-dir.ts';

/**
 * Reads the settings, and tries the address and the directory that they name. Where something is wrong, the stores are asked
 * once as well, so that the list is complete.
 * @returns the settings, or a line for every mistake
 */
export async function readSettings(
  env: Readonly<Record<string, string | undefined>>,
): Promise<Result<Config, string[]>> {
  const { config, settings, mistakes } = parseSettings(env);
  const found = [...mistakes, ...(await mistakesOfMachine(settings))];
  if (config !== null && found.length === 0) return ok(config);
  return err([...found, ...(await mistakesOfStores(settings))]);
}

async function mistakesOfMachine(settings: Partial<Config>): Promise<string[]> {
  const { HOST, PORT, DATA_DIR, EVENTSTORE_URL } = settings;
  // The service of this directory may already run, and hold its port.
  const isRunning = DATA_DIR !== undefined && isOthersServiceFile(DATA_DIR);
  const found = [
    HOST === undefined ? null : await checkAddress(HOST, isRunning ? 0 : (PORT ?? 0)),
    DATA_DIR === undefined ? null : checkDataDir(DATA_DIR, EVENTSTORE_URL === undefined),
  ];
  return found.filter((mistake) => mistake !== null);
}

/** A store that does not answer yet is no mistake here: its start is waited for once the settings are right. */
async function mistakesOfStores(settings: Partial<Config>): Promise<string[]> {
  // The clients of the stores are loaded only for this list; a start loads them later.
  const { checkStores } = await import('./check-stores.ts');
  const found = await checkStores({
    ...settings,
    ROLES: settings.ROLES ?? roleNames,
    MAX_CLOCK_DIFFERENCE_S: settings.MAX_CLOCK_DIFFERENCE_S ?? 0,
    STORE_WAIT_S: 0,
  });
  return found.flatMap(({ setting, level, message, mayPass }) =>
    level === 'mistake' && !mayPass ? [`${setting} ${message}`] : [],
  );
}
