import { idAfter, type Projection } from '../../projection.ts';

export type InvitationsDocument = Readonly<{
  /** When each invitation ends, by its id. */
  invitations: Readonly<Record<string, string>>;
  /** When the first of them ends. */
  first_ends_at: string;
}>;

/** The invitations that were neither accepted, withdrawn nor expired, of each account that has any. It holds no addresses. */
export const invitations: Projection<InvitationsDocument> = {
  name: 'invitations',
  version: 1,
  streamPrefixes: ['members-'],
  indexes: [{ keys: { first_ends_at: 1 } }],
  accountListing: 'id',
  keyOfStream: (stream) => idAfter('members-', stream),
  key: ({ stream }) => idAfter('members-', stream),
  on: {
    MemberInvited: (doc, { event: { data } }) =>
      documentOf({ ...doc?.invitations, [data.invitationId]: data.expiresAt }),
    InvitationWithdrawn: (doc, { event }) => without(doc, event.data.invitationId),
    InvitationExpired: (doc, { event }) => without(doc, event.data.invitationId),
    MemberJoined: (doc, { event }) => without(doc, event.data.invitationId),
  },
};

function without(doc: InvitationsDocument | null, invitationId: string | null): InvitationsDocument | null {
  if (!doc || invitationId === null) return doc;
  const { [invitationId]: _, ...others } = doc.invitations;
  return documentOf(others);
}

function documentOf(open: InvitationsDocument['invitations']): InvitationsDocument | null {
  const [first] = Object.values(open).sort();
  return first === undefined ? null : { invitations: open, first_ends_at: first };
}
