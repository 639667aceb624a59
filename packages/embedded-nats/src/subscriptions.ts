import { patternTokens, subjectTokens } from './subject.ts';

/** The key of a subscription; `queue` is undefined outside a queue group. */
export type Subscribed = { readonly subject: string; readonly queue: string | undefined };

export type Subscriptions<S extends Subscribed> = {
  /** Adds a subscription. Returns false if its subject is no valid pattern. */
  readonly add: (subscription: S) => boolean;
  readonly remove: (subscription: S) => void;
  /** All subscriptions that match, plain ones before queue members; none for an invalid subject. */
  match(subject: string): S[];
};

type Node<S> = { here: Set<S>; literal: Map<string, Node<S>>; any: Node<S> | undefined; rest: Set<S> };

const emptyNode = <S>(): Node<S> => ({
  here: new Set(),
  literal: new Map(),
  any: undefined,
  rest: new Set(),
});

/** An index of subscriptions by subject. The time of a lookup depends on the length of the subject, not on their number. */
export function createSubscriptions<S extends Subscribed>(): Subscriptions<S> {
  const root = emptyNode<S>();
  return {
    add(subscription) {
      const tokens = patternTokens(subscription.subject);
      if (tokens === undefined) return false;
      insert(root, tokens, subscription);
      return true;
    },
    remove(subscription) {
      const tokens = patternTokens(subscription.subject);
      if (tokens !== undefined) prune(root, tokens, 0, subscription);
    },
    match(subject) {
      const tokens = subjectTokens(subject);
      const found: S[] = [];
      if (tokens !== undefined) collect(root, tokens, 0, found);
      return found.sort((a, b) => Number(a.queue !== undefined) - Number(b.queue !== undefined));
    },
  };
}

function insert<S>(root: Node<S>, tokens: readonly string[], subscription: S): void {
  let node = root;
  for (const token of tokens) {
    if (token === '>') {
      node.rest.add(subscription);
      return;
    }
    node = token === '*' ? (node.any ??= emptyNode()) : literalChild(node, token);
  }
  node.here.add(subscription);
}

function literalChild<S>(node: Node<S>, token: string): Node<S> {
  let child = node.literal.get(token);
  if (child === undefined) node.literal.set(token, (child = emptyNode()));
  return child;
}

/** Removes the subscription and the branches it leaves empty: every inbox has branches of its own. */
function prune<S>(node: Node<S>, tokens: readonly string[], depth: number, subscription: S): boolean {
  const token = tokens[depth];
  if (token === undefined) node.here.delete(subscription);
  else if (token === '>') node.rest.delete(subscription);
  else if (token === '*') {
    if (node.any !== undefined && prune(node.any, tokens, depth + 1, subscription)) node.any = undefined;
  } else {
    const child = node.literal.get(token);
    if (child !== undefined && prune(child, tokens, depth + 1, subscription)) node.literal.delete(token);
  }
  return node.here.size + node.rest.size + node.literal.size === 0 && node.any === undefined;
}

function collect<S>(node: Node<S>, tokens: readonly string[], depth: number, found: S[]): void {
  const token = tokens[depth];
  if (token === undefined) {
    found.push(...node.here);
    return;
  }
  found.push(...node.rest);
  const literal = node.literal.get(token);
  if (literal !== undefined) collect(literal, tokens, depth + 1, found);
  if (node.any !== undefined) collect(node.any, tokens, depth + 1, found);
}
