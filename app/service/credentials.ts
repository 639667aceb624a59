import { createHash, hkdfSync } from 'node:crypto';
import type { ApiDeps, OperatorToken } from '../../api/api-deps.ts';
import type { Config } from '../config/config.ts';
import { localSecret, removeLocalSecret } from '../data-dir/local-secrets.ts';
import { isOthersServiceFile } from '../data-dir/service-file.ts';

type FormerKeys = Pick<Config, 'PREVIOUS_MASTER_KEYS'>;

const derivedKey = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', purpose, 32));

/** The keys that sign cursors: derived from the master key, so that processes that share it accept each other's cursors. */
export const cursorKeys = (
  masterKey: Buffer,
  { PREVIOUS_MASTER_KEYS }: FormerKeys,
): Pick<ApiDeps, 'cursorKey' | 'otherCursorKeys'> => ({
  cursorKey: derivedKey(masterKey, 'cursors'),
  otherCursorKeys: PREVIOUS_MASTER_KEYS.map((key) => derivedKey(key, 'cursors')),
});

/** The keys that seal sessions and tickets. */
export const sessionKeys = (
  masterKey: Buffer,
  { PREVIOUS_MASTER_KEYS }: FormerKeys,
): ApiDeps['sessionKeys'] => [
  derivedKey(masterKey, 'sessions'),
  ...PREVIOUS_MASTER_KEYS.map((key) => derivedKey(key, 'sessions')),
];

/** The keys that sign links to files. */
export const fileLinkKeys = (
  masterKey: Buffer,
  { PREVIOUS_MASTER_KEYS }: FormerKeys,
): ApiDeps['fileLinkKeys'] => [
  derivedKey(masterKey, 'file links'),
  ...PREVIOUS_MASTER_KEYS.map((key) => derivedKey(key, 'file links')),
];

/**
 * The configured tokens, and the token in the data directory that the local command line uses. Each start renews that
 * token, unless another process of the same directory uses it.
 */
export function operatorTokens({
  OPERATOR_TOKENS,
  DATA_DIR,
}: Pick<Config, 'OPERATOR_TOKENS' | 'DATA_DIR'>): OperatorToken[] {
  if (!isOthersServiceFile(DATA_DIR)) removeLocalSecret(DATA_DIR, 'operator-token');
  const token = localSecret(DATA_DIR, 'operator-token');
  const local = { role: 'operator', name: 'local', token } as const;
  return [local, ...OPERATOR_TOKENS].map(({ role, name, token: secret }, index) => ({
    id: name ?? `${role}-${index}`,
    role,
    sha256: createHash('sha256').update(secret).digest('hex'),
  }));
}
