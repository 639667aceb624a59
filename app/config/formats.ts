import { makeValidator } from 'envalid';
import ipaddr from 'ipaddr.js';
import { type OperatorRole, operatorRoles } from '../../api/contract/operator-roles.ts';
import { secretProblems } from '../../commands/destination/signing-secret.ts';
import { parseMongoUrl } from '../../coordination/mongodb-url.ts';
import { addressRules } from '../../dispatcher/worker/address.ts';
import { writtenUrlFault } from '../../domain/destination/written-url.ts';
import { err, type Result } from '../../domain/result.ts';
import { parseMailbox } from '../../mail/address.ts';
import { type RoleName, roleNames } from './role-names.ts';

/** A text setting that `parse` validates; `parse` throws with the fault. */
export const text = <T>(parse: (value: string) => T) => makeValidator<T>(parse);

export const nonEmpty = text((value) => {
  if (value.trim() === '') throw new Error('is empty');
  return value;
});

function wholeNumber(value: string, min: number, max: number): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max)
    throw new Error(`is not a whole number from ${min} to ${max}`);
  return number;
}

export const integer = (min: number, max: number) => text((value) => wholeNumber(value, min, max));

export const integerOrAuto = (min: number, max: number) =>
  text((value) => (value === 'auto' ? value : wholeNumber(value, min, max)));

export const inMinute = integer(1, 1_000_000);

export const oneOf = <T extends string>(choices: readonly T[]) =>
  text((value) => {
    const chosen = choices.find((choice) => choice === value);
    if (chosen === undefined) throw new Error(`is not one of ${choices.join(', ')}`);
    return chosen;
  });

export const url = (...protocols: readonly string[]) =>
  text((value) => {
    if (!protocols.some((protocol) => value.startsWith(`${protocol}://`)) || !URL.canParse(value))
      throw new Error(`is not a URL beginning with ${protocols.map((p) => `${p}://`).join(' or ')}`);
    const fault = writtenUrlFault(value);
    if (fault !== null) throw new Error(`is not a usable URL. ${fault}`);
    return value;
  });

/** The address of the service itself: paths are put behind it. */
export const publicUrl = text((value) => {
  const parsed = /^https?:/i.test(value) && URL.canParse(value) ? new URL(value) : null;
  if (parsed === null) throw new Error('is not a URL beginning with http:// or https://');
  if (`${parsed.username}${parsed.password}${parsed.search}${parsed.hash}` !== '' || /[?#]$/.test(value))
    throw new Error('must be a URL without a user, a query or a fragment, such as https://forms.example');
  return value;
});

/** The URL of a store, unchanged if `parse` accepts it. */
export const storeUrl = (parse: (value: string) => Result<unknown, string>) =>
  text((value) => {
    const parsed = parse(value.trim());
    if (!parsed.ok) throw new Error(parsed.error);
    return value.trim();
  });

export function parsePinnedMongoUrl(value: string): Result<unknown, string> {
  const parsed = parseMongoUrl(value);
  return parsed.ok && parsed.value.weaker !== null ? err(parsed.value.weaker) : parsed;
}

const items = (value: string): string[] =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

export const roles = text((value): readonly RoleName[] => {
  if (value.trim() === 'all') return roleNames;
  const unknown = items(value).filter((item) => !roleNames.some((role) => role === item));
  if (unknown.length > 0 || items(value).length === 0)
    throw new Error(`names unknown roles (${unknown.join(', ')}); the roles are: ${roleNames.join(', ')}`);
  return roleNames.filter((role) => items(value).includes(role));
});

export const hosts = text((value) => {
  const named = items(value);
  // Validates hosts here, so that all mistakes of the settings are reported together.
  addressRules(named);
  return named;
});

export const webhookSecret = text((value) => {
  const [problem] = secretProblems(value, 'standard-webhooks');
  if (problem) throw new Error(`is not a secret: ${problem.message}`);
  return value;
});

export const mailbox = text((value) => {
  const parsed = parseMailbox(value);
  if (!parsed) throw new Error('is not an address such as forms@example.org or Forms <forms@example.org>');
  return parsed;
});

function keyFrom(value: string): Buffer {
  const key = Buffer.from(value, 'base64');
  if (key.length !== 32) throw new Error('is not 32 bytes in Base64; make one with: openssl rand -base64 32');
  return key;
}

export const masterKey = text(keyFrom);
export const masterKeys = text((value): readonly Buffer[] => items(value).map(keyFrom));

export interface OperatorCredential {
  readonly role: OperatorRole;
  /** The operator's name in histories; without one, the role and the token's place in the list. */
  readonly name: string | null;
  readonly token: string;
}

export const operatorTokens = text((value): readonly OperatorCredential[] =>
  items(value).map((item) => {
    const role = operatorRoles.find((known) => item.startsWith(`${known}:`));
    const rest = item.slice(item.indexOf(':') + 1);
    const [, name = null, token = rest] = /^([\w.@-]{1,40}):(.+)$/.exec(rest) ?? [];
    if (!role || token.length < 16)
      throw new Error(
        `is not a list of role:name:token or role:token, with roles ${operatorRoles.join(', ')} and tokens of 16 ` +
          'characters or more',
      );
    return { role, name, token };
  }),
);

export const proxies = text((value): readonly string[] =>
  items(value).map((item) => {
    const known = ['loopback', 'linklocal', 'uniquelocal'].includes(item);
    if (!known && !ipaddr.isValid(item) && !ipaddr.isValidCIDR(item))
      throw new Error('is not a list of addresses, ranges such as 10.0.0.0/8, or loopback');
    return item;
  }),
);

const yearMinutes = 365 * 24 * 60;
export const minutes = text((value): readonly number[] =>
  items(value).map((item) => {
    if (!/^\d+(\.\d+)?$/.test(item) || Number(item) > yearMinutes)
      throw new Error('is not a list of minutes such as 1,5,15, none above a year');
    return Number(item);
  }),
);
