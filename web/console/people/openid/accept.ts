import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Links } from '../../../../api/auth/links.ts';
import { valueOf } from '../../../../api/errors/errors.ts';
import { contextOf } from '../../../../api/requests/requests.ts';
import { acceptInvitation, findOpenInvitation } from '../../../../commands/membership/invitations.ts';
import { personWithIdentity } from '../../../../commands/person/find-person.ts';
import type { ExistingPerson } from '../../../../domain/person/state.ts';
import { err, ok, type Result } from '../../../../domain/result.ts';
import type { ProvidedPerson } from '../../../../openid/provider.ts';
import { isClosed } from '../../../../projections/queries/closed-accounts.ts';
import type { WebDeps } from '../../../web-deps.ts';
import { setPosition } from '../../session/cookies.ts';
import { admitNewcomer, type Entrance, type Hindrance, register } from './enter.ts';

type Deps = Pick<WebDeps, 'aggregates' | 'log' | 'logger' | 'newId' | 'now'>;

/** Makes a person of the provider a member by an invitation. The holder of its link may join as any person. */
export async function accept(
  deps: Deps,
  links: Links,
  request: FastifyRequest,
  reply: FastifyReply,
  { link, provided }: { readonly link: string; readonly provided: ProvidedPerson },
): Promise<Result<Entrance, Hindrance | 'over'>> {
  const right = links.open('invitation', link);
  const invitation = right && (await findOpenInvitation(deps, right.invitationId));
  if (!invitation || (await isClosed(deps.aggregates, invitation.accountId))) return err('over');
  const { accountId, invitationId } = invitation;
  const admit = async (person: ExistingPerson): Promise<Result<Entrance, 'over'>> => {
    const { personId } = person;
    const context = contextOf(request, accountId, { kind: 'member', id: personId });
    const accepted = await acceptInvitation(deps, { invitationId, personId }, context);
    if (!accepted.ok && accepted.error.code === 'already_member') return ok({ person, accountId });
    if (!accepted.ok && accepted.error.code === 'invitation_over') return err('over');
    const { position } = valueOf(accepted);
    if (position !== null) setPosition(request, reply, position);
    return ok({ person, accountId });
  };
  const known = await personWithIdentity(deps, provided.identity);
  if (known) return admit(known);
  const registered = await register(deps, request, provided);
  return registered.ok ? admitNewcomer(deps, request, registered.value, admit) : registered;
}
