import { cpus, hostname, totalmem, type as osType } from 'node:os';
import { allow, type Command, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { Double, dateValue, doc, type Doc } from '../value.ts';

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

export function getCmdLineOpts(command: Command): Doc {
  allow(command);
  return doc({ argv: [], parsed: doc({}), ok: 1 });
}

export function serverStatus(_: Command, server: Server): Doc {
  return doc({
    host: server.address,
    version: '7.0.0',
    process: 'embedded',
    pid: BigInt(process.pid),
    uptime: new Double(process.uptime()),
    localTime: dateValue(Date.now()),
    metrics: doc({ cursor: doc({ open: doc({ total: server.cursors.size }) }) }),
    storageEngine: doc({ name: 'lmdb', persistent: true }),
    ok: 1,
  });
}

export const whatsMyUri = (_: Command, server: Server): Doc => doc({ you: server.address, ok: 1 });
