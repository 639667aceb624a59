import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { makeDirectory } from '../../../packages/embedded-server/src/make-directory.ts';
import { fileReason } from '../../file-reason.ts';
import { refused } from '../failure.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The chosen account of each service, by the service's URL or data directory. */
const Choices = Type.Record(Type.String(), Type.String());

/** The account that `accounts use` chose for a service. */
export interface AccountChoice {
  read(): string | null;
  /** @param accountId null removes the choice */
  write(accountId: string | null): void;
}

/**
 * The choice of a user, in a file of that user's own configuration.
 * @param service the URL or data directory of the service
 */
export function openAccountChoice(env: Environment, service: string): AccountChoice {
  const path = pathIn(env);
  return {
    read: () => (path === null ? null : (readChoices(path)[service] ?? null)),
    write(accountId) {
      if (path === null)
        throw refused('The choice cannot be kept: HOME is not set. Set FORMLOG_ACCOUNT instead.');
      const { [service]: _, ...others } = readChoices(path);
      writeChoices(path, accountId === null ? others : { ...others, [service]: accountId });
    },
  };
}

function pathIn({ XDG_CONFIG_HOME: config, HOME: home }: Environment): string | null {
  if (config) return join(config, 'formlog', 'accounts.json');
  return home ? join(home, '.config', 'formlog', 'accounts.json') : null;
}

/** No choices if there is no file, or it is invalid. */
function readChoices(path: string): Static<typeof Choices> {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return Value.Check(Choices, content) ? content : {};
  } catch {
    return {};
  }
}

function writeChoices(path: string, choices: Static<typeof Choices>): void {
  const draft = `${path}.${process.pid}`;
  try {
    makeDirectory(dirname(path));
    writeFileSync(draft, `${JSON.stringify(choices, null, 2)}\n`, { mode: 0o600 });
    renameSync(draft, path);
  } catch (error) {
    throw refused(`${path} cannot be written: ${fileReason(error)}.`);
  }
}
