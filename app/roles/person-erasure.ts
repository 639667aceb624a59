import { runPersonEraser } from '../../dispatcher/person-erasure/person-eraser.ts';
import { personEraser } from '../../projections/read-models/person-erasures/person-erasure-progress.ts';
import type { Service } from '../service/service.ts';
import type { Role } from '../supervisor.ts';

/** The part that erases people. */
export function personErasureParts(service: Service): Readonly<Record<string, Role>> {
  const { board, commands, divergence, logMembers, overrides, runnerWatch } = service;
  const deps = {
    ...service,
    ...commands,
    scavenges: logMembers,
    ...overrides.personErasure,
    ...runnerWatch.worker(personEraser, board.reporterOf(personEraser)),
  };
  return { [personEraser]: divergence.unlessDiverged((signal) => runPersonEraser(deps, signal)) };
}
