import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { MembershipEvent } from '../../../domain/membership/events.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { invitations } from '../../../projections/read-models/invitations/projection.ts';
import { documentsOf } from '../documents-of.ts';
import { type Fact, minute } from '../samples.ts';

const test = suite('projections/read-models/invitations');

const at = minute(0);
const fact = (event: MembershipEvent): Fact => ({ stream: streamOf.membership('acme'), event });
const invited = (invitationId: string, expiresAt: string): Fact =>
  fact({ type: 'MemberInvited', data: { invitationId, role: 'viewer', expiresAt, at } });
const joined = (invitationId: string | null): Fact =>
  fact({ type: 'MemberJoined', data: { personId: 'ada', role: 'viewer', invitationId, at } });
const ended = (type: 'InvitationWithdrawn' | 'InvitationExpired', invitationId: string): Fact =>
  fact({ type, data: { invitationId, at } });

test('an account with open invitations is listed by the one that ends first', () => {
  assert.equal(documentsOf(invitations, invited('i', minute(9)), invited('j', minute(7)), joined(null)), {
    acme: { invitations: { i: minute(9), j: minute(7) }, first_ends_at: minute(7) },
  });
});

test('an invitation leaves when it is accepted, withdrawn or expired, and the account with the last one', () => {
  const open = [invited('i', minute(7)), invited('j', minute(9))];
  for (const end of [joined('i'), ended('InvitationWithdrawn', 'i'), ended('InvitationExpired', 'i')]) {
    assert.equal(documentsOf(invitations, ...open, end), {
      acme: { invitations: { j: minute(9) }, first_ends_at: minute(9) },
    });
    assert.equal(documentsOf(invitations, ...open, ended('InvitationWithdrawn', 'j'), end), { acme: null });
  }
});

test.run();
