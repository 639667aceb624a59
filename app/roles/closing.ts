import { runAccountEraser } from '../../dispatcher/closing/account-eraser.ts';
import { accountEraser } from '../../projections/read-models/closings/closing-progress.ts';
import type { Service } from '../service/service.ts';
import type { Role } from '../supervisor.ts';

/** The part that erases closed accounts. */
export function closingParts(service: Service): Readonly<Record<string, Role>> {
  const { board, commands, divergence, logMembers, overrides, runnerWatch } = service;
  const deps = {
    ...service,
    ...commands,
    scavenges: logMembers,
    ...overrides.closing,
    ...runnerWatch.worker(accountEraser, board.reporterOf(accountEraser)),
  };
  return { [accountEraser]: divergence.unlessDiverged((signal) => runAccountEraser(deps, signal)) };
}
