import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { SealedSecret } from '../../domain/destination/events.ts';
import { Channel, NoticeKind } from '../../domain/notice/kinds.ts';
import type { CommandDeps } from '../deps.ts';
import { SecretUnreadable } from '../secret-box.ts';

/** What a link stops. */
const StopLink = Type.Object({
  accountId: Type.String(),
  personId: Type.String(),
  channel: Channel,
  kind: Type.Union([NoticeKind, Type.Literal('submissions')]),
});
export type StopLink = Static<typeof StopLink>;

const owner = 'a link that stops notices';

/** Seals a link: its holder may stop these notices, and do nothing else. @returns letters, digits, points, - and _ */
export function sealStopLink({ secrets }: Pick<CommandDeps, 'secrets'>, link: StopLink): string {
  const { keyId, nonce, ciphertext, tag } = secrets.seal(JSON.stringify(link), owner);
  return [keyId, ...[nonce, ciphertext, tag].map(urlSafe)].join('.');
}

/** Opens a link; null for a text that this service has not sealed as one. */
export function openStopLink({ secrets }: Pick<CommandDeps, 'secrets'>, token: string): StopLink | null {
  const [keyId, ...parts] = token.split('.');
  const [nonce, ciphertext, tag] = parts.map((part) => Buffer.from(part, 'base64url').toString('base64'));
  const sealed = { keyId, nonce, ciphertext, tag, version: 2 };
  if (parts.length !== 3 || !Value.Check(SealedSecret, sealed)) return null;
  try {
    const link: unknown = JSON.parse(secrets.open(sealed, owner));
    return Value.Check(StopLink, link) ? link : null;
  } catch (error) {
    if (error instanceof SecretUnreadable) return null;
    throw error;
  }
}

const urlSafe = (base64: string): string => Buffer.from(base64, 'base64').toString('base64url');
