import Type, { type Static } from 'typebox';
import { sealedTokens } from './sealed-tokens.ts';

/** What the holder of a link may do. */
const Right = Type.Union([
  Type.Object({ kind: Type.Literal('invitation'), invitationId: Type.String() }),
  /** Choosing another password, over the one that the person had when the link was made, and with the address of then. */
  Type.Object({
    kind: Type.Literal('password'),
    personId: Type.String(),
    version: Type.Integer(),
    address: Type.String(),
  }),
  /** Signing in with another address, asked for with the password of this version. */
  Type.Object({
    kind: Type.Literal('email'),
    personId: Type.String(),
    /** The address before. */
    address: Type.String(),
    email: Type.String(),
    version: Type.Integer(),
  }),
  /** Watching how a closed account is erased. */
  Type.Object({ kind: Type.Literal('closing'), accountId: Type.String() }),
  /** Opening an account as a new person, see `SignUpRight`. */
  Type.Object({
    kind: Type.Literal('sign-up'),
    /** Whether an operator invited the holder. */
    invited: Type.Boolean(),
    personId: Type.String(),
    email: Type.String(),
    revision: Type.Integer(),
  }),
]);
export type Right = Static<typeof Right>;

const Link = Type.Object({
  right: Right,
  /** ISO 8601. */
  until: Type.String(),
});

const hourMs = 3_600_000;
/** How long a link of each kind may be used. An invitation has its own end, in the log. */
const lifetimes: Readonly<Record<Right['kind'], number>> = {
  invitation: 30 * 24 * hourMs,
  password: hourMs,
  email: 24 * hourMs,
  closing: 90 * 24 * hourMs,
  'sign-up': 24 * hourMs,
};

type RightOf<K extends Right['kind']> = Extract<Right, { kind: K }>;

const isOf = <K extends Right['kind']>(right: Right, kind: K): right is RightOf<K> => right.kind === kind;

/** Issues and opens the links of mails. Nothing is stored; the state that a link was made for refuses a second use. */
export function openLinks(keys: readonly [Buffer, ...Buffer[]], now: () => Date) {
  const tokens = sealedTokens('link', Link, keys);
  return {
    /** @param lifetimeMs how long the link may be used; by default as long as links of its kind */
    issue(right: Right, lifetimeMs = lifetimes[right.kind]): string {
      const until = new Date(now().getTime() + lifetimeMs).toISOString();
      return tokens.seal({ right, until });
    },
    /** Returns the right of a link of a kind; null for any other text, and once it is too old. */
    open<K extends Right['kind']>(kind: K, token: string): RightOf<K> | null {
      const link = tokens.open(token);
      return link && link.until > now().toISOString() && isOf(link.right, kind) ? link.right : null;
    },
  };
}

export type Links = ReturnType<typeof openLinks>;
