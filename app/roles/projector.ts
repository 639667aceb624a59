import { superviseGenerations } from '../../projections/generations/generation-supervisor.ts';
import type { Reporter } from '../../projections/generations/running-generations.ts';
import { readModels } from '../../projections/registry.ts';
import type { Service } from '../service/service.ts';
import type { Role } from '../supervisor.ts';
import { reporting } from './reporting.ts';

/** The parts of the role `projector` by name: one for each read model. */
export const projectorParts = (service: Service): Readonly<Record<string, Role>> =>
  Object.fromEntries(
    readModels.map((model) => {
      const { name } = model;
      // The active generation determines the state of the model.
      const isActive = (id: string) => service.aliases.generationsInUse(model)[0] === id;
      const reporter = (id: string): Reporter => reporting(service, id, name, () => isActive(id));
      const onStandby = () => void service.projectionStates.set(name, 'standby');
      return [
        `projection ${name}`,
        (signal) => superviseGenerations(model, { ...service, reporter, onStandby }, signal),
      ];
    }),
  );
