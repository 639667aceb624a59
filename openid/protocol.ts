import Type, { type Static } from 'typebox';
import type { Claims } from './role-rules.ts';

/** The secrets of one sign-in at the provider, which only the browser that began it may bring back. */
export const Authorization = Type.Object({
  state: Type.String(),
  nonce: Type.String(),
  codeVerifier: Type.String(),
});
export type Authorization = Static<typeof Authorization>;

export interface Begun {
  /** The page of the provider. */
  readonly url: string;
  readonly authorization: Authorization;
}

/** The protocol with one provider, whose discovery document is known. */
export interface OpenIdClient {
  begin(redirectUri: string): Promise<Begun>;
  finish(
    answer: URL,
    authorization: Authorization,
  ): Promise<{ readonly issuer: string; readonly subject: string; readonly claims: Claims }>;
}
