import type { Role } from '../domain/membership/roles.ts';

/** A rule that gives a role to people with a value of the claim; null for every person. */
export interface RoleRule {
  readonly value: string | null;
  readonly role: Role;
}

/** The OpenID provider of the settings. */
export interface OpenIdSettings {
  /** The issuer, an absolute URL. */
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a public client. */
  readonly clientSecret: string | null;
  /** Names the provider to people, such as “Acme”. */
  readonly label: string;
  /** Joined by spaces; `openid` is among them. */
  readonly scopes: string;
  /** Whether an address counts as verified where the provider leaves `email_verified` out. */
  readonly trustsEmail: boolean;
  /** The account that people join, and the rules for their roles; null where people join by invitation alone. */
  readonly membership: {
    readonly accountId: string;
    /** The name of the claim, or the names that lead to it, joined by points. */
    readonly claim: string;
    /** The first that matches decides. */
    readonly rules: readonly RoleRule[];
  } | null;
  /** Hosts that may have private addresses and no TLS, beside that of the issuer. */
  readonly allowHosts: readonly string[];
}
