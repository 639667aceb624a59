import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inviteMember, withdrawInvitation } from '../../../commands/membership/invitations.ts';
import { invitation } from '../../../domain/invitation/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { unlessErased } from '../../../log/read-unless-erased.ts';
import { startService, type TestService } from '../../support/service.ts';
import { beforeWrites } from '../pausing.ts';

const test = suite('withdrawal of invitations');
let service: TestService;
test.before(async () => {
  service = await startService();
});
test.after(() => service.close());

const contextIn = (accountId: string) =>
  ({
    accountId,
    actor: { kind: 'system', id: 'test' },
    correlationId: accountId,
    causationId: accountId,
  }) as const;

async function invite(accountId: string) {
  const invited = await inviteMember(
    service.deps,
    { email: 'ada@example.com', role: 'viewer' },
    contextIn(accountId),
  );
  if (!invited.ok) throw new Error(invited.error.code);
  return invited.value.invitationId;
}

const hasAddress = async (invitationId: string) =>
  (await unlessErased(service.deps.aggregates.load(invitation, streamOf.invitation(invitationId)))) !== null;

test('a withdrawal whose process dies leaves no address, and is repeated', async () => {
  const { accountId } = await service.newAccount();
  const invitationId = await invite(accountId);
  const aggregates = beforeWrites(service.deps.aggregates, () => Promise.reject(new Error('killed')));
  const context = contextIn(accountId);
  const killed = await withdrawInvitation({ ...service.deps, aggregates }, invitationId, context).catch(
    String,
  );
  assert.is(killed, 'Error: killed');
  assert.is(await hasAddress(invitationId), false);
  assert.ok((await withdrawInvitation(service.deps, invitationId, context)).ok);
  const again = await withdrawInvitation(service.deps, invitationId, context);
  assert.is(!again.ok && again.error.code, 'not_found');
});

test('an account does not erase the invitation of another', async () => {
  const [own, other] = [await service.newAccount(), await service.newAccount()];
  const invitationId = await invite(own.accountId);
  const refused = await withdrawInvitation(service.deps, invitationId, contextIn(other.accountId));
  assert.is(!refused.ok && refused.error.code, 'not_found');
  assert.is(await hasAddress(invitationId), true);
});

test.run();
