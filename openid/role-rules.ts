import { type Role, roles } from '../domain/membership/roles.ts';
import { err, ok, type Result } from '../domain/result.ts';
import type { OpenIdSettings, RoleRule } from './settings.ts';

type Membership = NonNullable<OpenIdSettings['membership']>;

/** The claims of a person, parsed as JSON. */
export type Claims = Readonly<Record<string, unknown>>;

const wrong = `is not a list such as admins=owner,staff=editor,*=viewer, with the roles ${roles.join(', ')}`;

/**
 * Parses the rules for roles. Commas and other special characters of a value are percent-encoded.
 * @returns the rules, or an error message
 */
export function parseRoleRules(text: string): Result<readonly RoleRule[], string> {
  const items = text.split(',').map((item) => item.trim());
  const rules = items.filter((item) => item !== '').map(ruleIn);
  const parsed = rules.filter((rule) => rule !== null);
  return parsed.length === 0 || parsed.length < rules.length ? err(wrong) : ok(parsed);
}

function ruleIn(item: string): RoleRule | null {
  const end = item.lastIndexOf('=');
  const value = decoded(item.slice(0, Math.max(end, 0)).trim());
  const role = roles.find((each) => each === item.slice(end + 1).trim());
  if (value === null || value === '' || role === undefined) return null;
  return { value: value === '*' ? null : value, role };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Returns the role of the first rule that matches the claims; null for none. */
export function roleOf({ claim, rules }: Pick<Membership, 'claim' | 'rules'>, claims: Claims): Role | null {
  const values = textsOf(claimAt(claims, claim));
  return rules.find(({ value }) => value === null || values.includes(value))?.role ?? null;
}

/** A claim by its name, which may contain points, or by the path to it. */
function claimAt(claims: Claims, claim: string): unknown {
  if (Object.hasOwn(claims, claim)) return claims[claim];
  let found: unknown = claims;
  for (const name of claim.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = Reflect.get(found, name);
  }
  return found;
}

/** The texts of a claim, which is a list or one text. */
const textsOf = (claim: unknown): readonly string[] =>
  [claim].flat().filter((each): each is string => typeof each === 'string');
