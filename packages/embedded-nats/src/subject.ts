/**
 * The tokens of a subject to publish to, or undefined if a token is empty: such a message reaches no subscriber.
 * `*` and `>` are ordinary characters here; only subscriptions give them a meaning.
 */
export function subjectTokens(subject: string): string[] | undefined {
  const tokens = subject.split('.');
  return tokens.includes('') ? undefined : tokens;
}

/** The tokens of a subscription's subject, or undefined if a token is empty or `>` is not the last. */
export function patternTokens(pattern: string): string[] | undefined {
  const tokens = subjectTokens(pattern);
  const rest = tokens?.indexOf('>') ?? -1;
  return tokens === undefined || (rest !== -1 && rest < tokens.length - 1) ? undefined : tokens;
}

/** Whether a subject has no wildcard, which the server checks for a pedantic client that publishes. */
export function isLiteralSubject(subject: string): boolean {
  return subjectTokens(subject)?.every((token) => token !== '*' && token !== '>') ?? false;
}
