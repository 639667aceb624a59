import type { FastifyRequest } from 'fastify';
import { Badge } from '../../parts/badge.tsx';
import { Time } from '../../parts/time.tsx';
import { PostButton } from '../parts/post-button.tsx';
import type { Need } from './need.ts';

const urgencies = [
  ['now', 'bad'],
  ['soon', 'bad'],
  ['soon', 'wait'],
  ['note', 'quiet'],
] as const;

interface NeedsProps {
  readonly request: FastifyRequest;
  /** The most urgent first. */
  readonly needs: readonly Need[];
  /** The names of accounts, by id; absent where every need is of one account. */
  readonly accounts?: ReadonlyMap<string, string>;
}

const Help = ({ request, help }: { readonly request: FastifyRequest; readonly help: Need['help'] }) =>
  'post' in help ? (
    <PostButton request={request} action={help.post} label={help.label} class="secondary" />
  ) : (
    <a role="button" class="secondary" href={help.href} safe>
      {help.label}
    </a>
  );

/** What needs a person, the most urgent first, each with the one click that helps. */
export const Needs = ({ request, needs, accounts }: NeedsProps) => (
  <section class="needs" aria-label="What needs you">
    <h2>{needs.length === 0 ? 'All is well' : 'What needs you'}</h2>
    {needs.length === 0 ? (
      <p class="quiet">Nothing needs a person now.</p>
    ) : (
      <ul>
        {needs.map(({ urgency, title, detail, since, accountId, help }) => {
          const [word, tone] = urgencies[urgency];
          const account = accountId === null ? undefined : accounts?.get(accountId);
          return (
            <li>
              <Badge state={word} tone={tone} />
              <div>
                <strong safe>{title}</strong>
                <p>
                  <span safe>{detail}</span>{' '}
                  {since !== null && (
                    <>
                      Since <Time at={since} />.
                    </>
                  )}{' '}
                  {account !== undefined && accountId !== null && (
                    <>
                      Account{' '}
                      <a href={`/console/accounts/${encodeURIComponent(accountId)}`} safe>
                        {account}
                      </a>
                      .
                    </>
                  )}
                </p>
              </div>
              <Help request={request} help={help} />
            </li>
          );
        })}
      </ul>
    )}
  </section>
);
