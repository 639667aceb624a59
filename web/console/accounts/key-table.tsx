import type { FastifyRequest } from 'fastify';
import { defaultScopes, type Scope, scopes } from '../../../domain/api-key/events.ts';
import type { KeyView } from '../../../projections/read-models/keys/queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Id } from '../../parts/id.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { PostButton } from '../parts/post-button.tsx';
import { visitorIn } from '../session/visitor.ts';
import { FormToken } from '../shell.tsx';
import { accountUrl } from './accounts.tsx';
import { scopeWords } from './scope-words.ts';

interface KeyTableProps {
  readonly request: FastifyRequest;
  readonly keys: readonly KeyView[];
  readonly lastUsed: ReadonlyMap<string, string>;
  readonly now: Date;
}

const stateOf = ({ revoked_at: revoked, expires_at: expires }: KeyView, now: Date): string => {
  if (revoked !== null) return 'revoked';
  return expires !== null && expires <= now.toISOString() ? 'expired' : 'active';
};

/** What a key may do, in words, with what programs call it. */
const Scopes = ({ of }: { readonly of: KeyView['scopes'] }) =>
  of.length === scopes.length ? (
    <span title={of.join(', ')}>Everything</span>
  ) : (
    <ul>
      {of.map((scope) => (
        <li>
          <span safe>{scopeWords[scope]}</span> <code>{scope}</code>
        </li>
      ))}
    </ul>
  );

/** The keys of an account, without the keys themselves. */
export const KeyTable = ({ request, keys, lastUsed, now }: KeyTableProps) => (
  <Table
    cards
    caption="API keys, newest first"
    items={keys}
    empty={<Empty title="The account has no key yet." />}
    columns={[
      { title: 'Name', cell: ({ name }) => <span safe>{name}</span> },
      { title: 'State', cell: (key) => <Badge state={stateOf(key, now)} /> },
      { title: 'Scopes', cell: (key) => <Scopes of={key.scopes} /> },
      { title: 'Last used', cell: ({ id }) => <Time at={lastUsed.get(id) ?? null} /> },
      { title: 'Expires', cell: ({ expires_at: at }) => <Time at={at} /> },
      { title: 'Id', wide: true, cell: ({ id }) => <Id id={id} /> },
      {
        title: '',
        cell: (key) =>
          key.revoked_at === null && visitorIn(request).hasScope('account:write') ? (
            <PostButton
              request={request}
              action={`/console/keys/${key.id}/revoke`}
              label="Revoke"
              needsConfirmation
              class="plain"
            />
          ) : (
            <></>
          ),
      },
    ]}
  />
);

/** The scopes of keys that a visitor may issue: no key can do more than its issuer. */
const issuableScopes = (request: FastifyRequest): readonly Scope[] => {
  const { caller } = visitorIn(request);
  return caller ? scopes.filter((scope) => caller.scopes.includes(scope)) : scopes;
};

/** Asks for a new key. Its answer shows the key, once. */
export const NewKeyForm = ({
  request,
  accountId,
}: {
  readonly request: FastifyRequest;
  readonly accountId: string;
}) => (
  <form method="post" action={`${accountUrl(accountId)}/keys`} class="editor">
    <FormToken request={request} />
    <h3>New key</h3>
    <label>
      Name
      <input name="name" required maxlength="200" />
    </label>
    <fieldset>
      <legend>Scopes</legend>
      {issuableScopes(request).map((scope) => (
        <label class="check">
          <input type="checkbox" name="scopes" value={scope} checked={defaultScopes.includes(scope)} />
          <span>
            <span safe>{scopeWords[scope]}</span> <code>{scope}</code>
          </span>
        </label>
      ))}
    </fieldset>
    <Choice
      name="days"
      label="Expires"
      values={[
        ['30', 'in 30 days'],
        ['90', 'in 90 days'],
        ['365', 'in a year'],
      ]}
      chosen=""
      none="never"
    />
    <button type="submit">Create a key</button>
  </form>
);
