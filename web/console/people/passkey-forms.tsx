import type { FastifyRequest } from 'fastify';
import { counted } from '../../../domain/check.ts';
import type { ExistingPerson } from '../../../domain/person/state.ts';
import { Empty } from '../../parts/empty.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { TextInput } from '../parts/narrow-page.tsx';
import { deviceOf } from '../session/device.ts';
import { ProofField } from '../session/prove-person.tsx';
import { FormToken } from '../shell.tsx';
import { Confirmation, PasswordConfirmation } from './second-factor-forms.tsx';

export const passkeysPath = '/console/you/passkeys';

interface PasskeysProps {
  readonly request: FastifyRequest;
  readonly person: ExistingPerson;
  /** The reason for which the last passkey was refused; null for none. */
  readonly problem: string | null;
  /** Returns the name of a passkey in addresses. */
  readonly keyOf: (credentialId: string) => string;
}

const Proof = ({ request, person }: Pick<PasskeysProps, 'request' | 'person'>) => {
  if (person.passwordHash === null) return <ProofField request={request} fault={null} />;
  return person.secondFactor ? <Confirmation person={person} /> : <PasswordConfirmation person={person} />;
};

const AddForm = ({ request, person, problem }: Omit<PasskeysProps, 'keyOf'>) => (
  <form
    method="post"
    action={passkeysPath}
    class="editor"
    data-passkey="create"
    data-options={`${passkeysPath}/options`}
    hidden
  >
    <FormToken request={request} />
    <input type="hidden" name="credential" />
    <p class="problem" role="alert" hidden={problem === null} safe>
      {problem ?? ''}
    </p>
    <TextInput
      label="Name of the passkey"
      name="name"
      value={deviceOf(request).name}
      autocomplete="off"
      maxlength="100"
      help="By which you recognise it in this list."
    />
    <Proof request={request} person={person} />
    <button type="submit">Add a passkey</button>
  </form>
);

/** The passkeys of a person, and a form that adds one. */
export const PasskeysContent = ({ request, person, problem, keyOf }: PasskeysProps) => (
  <>
    {person.passwordHash === null ? (
      <p>
        With a passkey you sign in by your device alone: it asks for your finger, your face or its PIN.
        Accounts that are linked on the page “You” go on to sign you in, too.
      </p>
    ) : (
      <p>
        With a passkey you sign in without your password: the device asks for your finger, your face or its
        PIN. It takes the place of a second factor, too. Your password stays, for devices without a passkey.
      </p>
    )}
    <Table
      cards
      caption="Your passkeys, the oldest first"
      items={[...person.passkeys.values()]}
      empty={
        <Empty title="You have no passkey yet.">A phone, a computer or a security key can keep one.</Empty>
      }
      columns={[
        { title: 'Name', cell: ({ name }) => <span safe>{name}</span> },
        { title: 'Added', cell: ({ addedAt }) => <Time at={addedAt} /> },
        {
          title: '',
          cell: ({ credentialId }) => <a href={`${passkeysPath}/${keyOf(credentialId)}/remove`}>Remove</a>,
        },
      ]}
    />
    <h2>Add a passkey</h2>
    <noscript>
      <p>Adding a passkey needs script, which is turned off in this browser.</p>
    </noscript>
    <AddForm request={request} person={person} problem={problem} />
  </>
);

/** Asks before a passkey is removed. */
export const RemovePasskey = ({
  request,
  keyName,
}: {
  readonly request: FastifyRequest;
  readonly keyName: string;
}) => (
  <form method="post" action={`${passkeysPath}/${keyName}/remove`} class="editor">
    <FormToken request={request} />
    <p>
      It no longer signs you in here, and your other sessions end. Your device may still offer it until you
      delete it there, too.
    </p>
    <div class="buttons">
      <button type="submit" class="danger">
        Remove
      </button>
      <a href={passkeysPath}>No, go back</a>
    </div>
  </form>
);

/** The passkeys on the page about the person. */
export const PasskeysState = ({ person: { passkeys } }: { readonly person: ExistingPerson }) => (
  <p>
    <span safe>
      {passkeys.size === 0 ? 'You have none.' : `You have ${counted(passkeys.size, 'passkey')}.`}
    </span>{' '}
    <a href={passkeysPath}>Passkeys</a>
  </p>
);
