import { randomBytes } from 'node:crypto';
import { type Conversation, type StoredPassword, storedPassword } from './scram.ts';

/** Passwords by the names of their users. */
export type Users = Readonly<Record<string, string>>;

/** The users of a server. */
export interface Access {
  /** Whether commands need an authenticated user. */
  readonly required: boolean;
  isUser(name: string): boolean;
  passwordOf(user: string): StoredPassword;
}

/** The authentication of a connection. */
export interface Login {
  /** The authenticated user. */
  user: string | undefined;
  /** An authentication that has begun. */
  conversation: (Conversation & { readonly skipsEmptyExchange: boolean }) | undefined;
}

/** The names of the users are in the database `admin`, as in MongoDB. */
export const userDatabase = 'admin';

/** @param users undefined if the server serves every client */
export function accessFor(users: Users | undefined): Access {
  const passwords = new Map(
    Object.entries(users ?? {}).map(([name, password]) => [name, storedPassword(password)]),
  );
  // The answer to an unknown user must not differ from the answer to a wrong password.
  const unknown = storedPassword(randomBytes(32).toString('base64url'));
  return {
    required: users !== undefined,
    isUser: (name) => passwords.has(name),
    passwordOf: (user) => passwords.get(user) ?? unknown,
  };
}
