/** The OpenID provider does not answer, or answers that it cannot serve. */
export class ProviderUnavailable extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ProviderUnavailable';
  }
}

/** The OpenID provider has not signed the person in, or its answer does not prove that it has. */
export class SignInRefused extends Error {
  /** Whether the person, or a rule of the provider, declined. */
  readonly isDeclined: boolean;

  constructor(reason: string, isDeclined = false) {
    super(reason);
    this.name = 'SignInRefused';
    this.isDeclined = isDeclined;
  }
}
