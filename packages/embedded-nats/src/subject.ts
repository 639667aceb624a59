/**
 * The tokens of a subject to publish to, or undefined when a token is empty: such a message reaches no subscriber.
 * `*` and `>` are ordinary characters here; only subscriptions give them a meaning.
 */
export function subjectTokens(subject: string): string[] | undefined {
  const tokens = subject.split('.');
  return tokens.includes('') ? undefined : tokens;
}

/** The tokens of a subscription's subject, or undefined when one is empty or `>` stands before the end. */
export function patternTokens(pattern: string): string[] | undefined {
  const tokens = subjectTokens(pattern);
  const rest = tokens?.indexOf('>') ?? -1;
  return tokens === undefined || (rest !== -1 && rest < tokens.length - 1) ? undefined : tokens;
}

/** Whether a subject names one place only: what a pedantic client wants its publications checked for. */
export function isLiteralSubject(subject: string): boolean {
  return subjectTokens(subject)?.every((token) => token !== '*' && token !== '>') ?? false;
}
