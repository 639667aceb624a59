import Type, { type Static } from 'typebox';
import { type Scope, scopes } from '../api-key/events.ts';

/** The roles of an account's members, the one with the most permissions first. */
export const roles = ['owner', 'editor', 'viewer'] as const;
export const Role = Type.Enum(roles);
export type Role = Static<typeof Role>;

const viewerScopes: readonly Scope[] = ['forms:read', 'submissions:read', 'webhooks:read'];

/** The scopes of each role: a member may do as much as the holder of a key with these scopes. */
export const scopesOf: Readonly<Record<Role, readonly Scope[]>> = {
  owner: scopes,
  editor: [...viewerScopes, 'forms:write', 'submissions:write', 'files:write', 'webhooks:write'],
  viewer: viewerScopes,
};
