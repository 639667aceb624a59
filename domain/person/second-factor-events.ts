import Type from 'typebox';
import { SealedSecret } from '../destination/events.ts';
import { v1 } from '../event.ts';
import { Timestamp } from '../time.ts';

/** SHA-256 of each code, in hex. */
const RecoveryHashes = Type.Array(Type.String());

/** The number of 30-second periods since 1970 that a code is made for. */
const Step = Type.Integer({ minimum: 0 });

/** The second factor of a person: time-based codes, and recovery codes. */
export const secondFactorEvents = {
  /** `step`: of the code that confirmed it. */
  SecondFactorEnabled: v1(
    Type.Object({ secret: SealedSecret, recoveryHashes: RecoveryHashes, step: Step, at: Timestamp }),
  ),
  /** A code was used; neither it nor an earlier code is accepted again. */
  SecondFactorUsed: v1(Type.Object({ step: Step, at: Timestamp })),
  /** The same secret, sealed with another master key. */
  SecondFactorResealed: v1(Type.Object({ secret: SealedSecret, at: Timestamp })),
  /** The earlier codes are no longer accepted. */
  RecoveryCodesReplaced: v1(Type.Object({ recoveryHashes: RecoveryHashes, at: Timestamp })),
  RecoveryCodeUsed: v1(Type.Object({ hash: Type.String(), at: Timestamp })),
  SecondFactorDisabled: v1(Type.Object({ at: Timestamp })),
};
