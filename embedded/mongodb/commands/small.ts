import { cpus, hostname, totalmem, type as osType } from 'node:os';
import { allow, type Command } from '../command.ts';
import { refuse } from '../error.ts';
import { dateValue, doc, type Doc } from '../value.ts';

/** What shells and graphical clients ask when they connect. */

export function connectionStatus(command: Command): Doc {
  allow(command, 'showPrivileges');
  const authInfo = doc({
    authenticatedUsers: [],
    authenticatedUserRoles: [],
    authenticatedUserPrivileges: [],
  });
  return doc({ authInfo, ok: 1 });
}

export function hostInfo(command: Command): Doc {
  allow(command);
  const memSizeMB = Math.floor(totalmem() / 1024 / 1024);
  const system = doc({
    hostname: hostname(),
    numCores: cpus().length,
    memSizeMB,
    currentTime: dateValue(Date.now()),
  });
  return doc({ system, os: doc({ type: osType() }), ok: 1 });
}

export function getParameter(command: Command): Doc {
  const known = doc({ featureCompatibilityVersion: doc({ version: '7.0' }) });
  const found = [...known].filter(
    ([name]) => command.body.has(name) || command.body.get('getParameter') === '*',
  );
  if (found.length === 0) refuse('InvalidOptions', 'no option found to get');
  return new Map([...found, ...doc({ ok: 1 })]);
}
