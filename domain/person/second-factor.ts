import type { SealedSecret } from '../destination/events.ts';
import type { EventOf } from '../event.ts';
import { err, ok } from '../result.ts';
import type { secondFactorEvents } from './second-factor-events.ts';

export type SecondFactorCommand =
  | {
      type: 'EnableSecondFactor';
      secret: SealedSecret;
      recoveryHashes: readonly string[];
      step: number;
      at: string;
    }
  | { type: 'UseSecondFactor'; step: number; at: string }
  | { type: 'ResealSecondFactor'; secret: SealedSecret; at: string }
  | { type: 'ReplaceRecoveryCodes'; recoveryHashes: readonly string[]; at: string }
  | { type: 'UseRecoveryCode'; hash: string; at: string }
  | { type: 'DisableSecondFactor'; at: string };

export type SecondFactorEvent = EventOf<typeof secondFactorEvents>;

export interface SecondFactor {
  readonly secret: SealedSecret;
  /** SHA-256 of the codes that were not used, in hex. */
  readonly recoveryHashes: readonly string[];
  /** The step of the newest code that was used. */
  readonly lastStep: number;
  /** ISO 8601. */
  readonly enabledAt: string;
}

const usedBefore = err({ code: 'stale', message: 'This code was used before.' } as const);

/** Decides about the second factor of a person; null for a person without one. */
export function decideSecondFactor(command: SecondFactorCommand, factor: SecondFactor | null) {
  if (command.type === 'EnableSecondFactor') {
    const { type: _, recoveryHashes, ...data } = command;
    if (factor) return err({ code: 'already_exists' } as const);
    return one({ type: 'SecondFactorEnabled', data: { ...data, recoveryHashes: [...recoveryHashes] } });
  }
  if (!factor) return command.type === 'DisableSecondFactor' ? ok([]) : err({ code: 'not_found' } as const);
  const { at } = command;
  switch (command.type) {
    case 'UseSecondFactor': {
      const { step } = command;
      return step > factor.lastStep ? one({ type: 'SecondFactorUsed', data: { step, at } }) : usedBefore;
    }
    case 'ResealSecondFactor':
      return one({ type: 'SecondFactorResealed', data: { secret: command.secret, at } });
    case 'ReplaceRecoveryCodes':
      return one({
        type: 'RecoveryCodesReplaced',
        data: { recoveryHashes: [...command.recoveryHashes], at },
      });
    case 'UseRecoveryCode': {
      const { hash } = command;
      if (!factor.recoveryHashes.includes(hash)) return usedBefore;
      return one({ type: 'RecoveryCodeUsed', data: { hash, at } });
    }
    case 'DisableSecondFactor':
      return one({ type: 'SecondFactorDisabled', data: { at } });
    default:
      return command satisfies never;
  }
}

const one = (event: SecondFactorEvent) => ok<SecondFactorEvent[]>([event]);

/** Applies an event to the second factor of a person. */
export function evolveSecondFactor(
  factor: SecondFactor | null,
  event: SecondFactorEvent,
): SecondFactor | null {
  if (event.type === 'SecondFactorEnabled') {
    const { secret, recoveryHashes, step: lastStep, at: enabledAt } = event.data;
    return { secret, recoveryHashes, lastStep, enabledAt };
  }
  if (!factor) return null;
  switch (event.type) {
    case 'SecondFactorUsed':
      return { ...factor, lastStep: event.data.step };
    case 'SecondFactorResealed':
      return { ...factor, secret: event.data.secret };
    case 'RecoveryCodesReplaced':
      return { ...factor, recoveryHashes: event.data.recoveryHashes };
    case 'RecoveryCodeUsed': {
      const { hash } = event.data;
      return { ...factor, recoveryHashes: factor.recoveryHashes.filter((other) => other !== hash) };
    }
    case 'SecondFactorDisabled':
      return null;
    default:
      return event satisfies never;
  }
}
