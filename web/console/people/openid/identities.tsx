import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Identity } from '../../../../domain/person/events.ts';
import type { OpenIdProvider } from '../../../../openid/provider.ts';
import { Table } from '../../../parts/table.tsx';
import { Time } from '../../../parts/time.tsx';
import { PostButton } from '../../parts/post-button.tsx';
import { personIn } from '../../session/visitor.ts';
import { beginLinkPath, unlinkPath } from './paths.ts';

/** Names an identity in a form, without the subject. */
export const keyOf = ({ issuer, subject }: Identity): string =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('base64url');

/** The accounts at OpenID providers with which the person signs in, and the way to link one. */
export const Identities = ({
  request,
  provider,
}: {
  readonly request: FastifyRequest;
  readonly provider: Pick<OpenIdProvider, 'label'> | null;
}) => {
  const { identities } = personIn(request);
  if (identities.length === 0 && !provider) return <></>;
  return (
    <>
      <h2>Linked accounts</h2>
      {identities.length > 0 && (
        <Table
          cards
          caption="The accounts elsewhere with which you sign in"
          items={identities}
          empty={<></>}
          columns={[
            { title: 'Provider', cell: ({ issuer }) => <span safe>{new URL(issuer).host}</span> },
            { title: 'Linked', cell: ({ linkedAt }) => <Time at={linkedAt} /> },
            {
              title: '',
              cell: (identity) => (
                <PostButton
                  request={request}
                  action={unlinkPath}
                  label="Unlink"
                  fields={{ key: keyOf(identity) }}
                  class="plain"
                />
              ),
            },
          ]}
        />
      )}
      {provider !== null && (
        <p>
          <a href={beginLinkPath}>
            Link an account at <span safe>{provider.label}</span>
          </a>
        </p>
      )}
    </>
  );
};
