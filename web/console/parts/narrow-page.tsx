import type { Children } from '@kitajs/html';
import type { FastifyReply } from 'fastify';
import type { AssetName } from '../../assets/assets.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { Document } from '../../parts/document.tsx';
import { sendHtml } from '../../parts/send-html.ts';
import { takeFlashMessage } from '../session/cookies.ts';

interface NarrowPage {
  readonly title: string;
  /** The reason for which the last request was refused; null for none. */
  readonly problem?: string | null;
  readonly scripts?: readonly AssetName[];
}

/** Answers a page for people who may not have signed in. Its address may hold a link, which no other site learns. */
export function showNarrow(
  reply: FastifyReply,
  { title, problem = null, scripts = [] }: NarrowPage,
  content: Children,
): FastifyReply {
  const note = takeFlashMessage(reply.request, reply);
  return sendHtml(
    reply.header('cache-control', 'no-store').header('referrer-policy', 'same-origin'),
    <Document title={`${title} · Formlog`} class="narrow" scripts={scripts}>
      <main id="main">
        <h1 safe>{title}</h1>
        {note !== null && (
          <p class="note" role="status" safe>
            {note}
          </p>
        )}
        {problem !== null && (
          <p id="problem" class="problem" role="alert" safe>
            {problem}
          </p>
        )}
        {content}
      </main>
    </Document>,
  );
}

interface TextInputProps {
  readonly label: string;
  readonly name: string;
  readonly value?: string;
  readonly type?: 'email' | 'text';
  readonly autocomplete: string;
  readonly help?: string;
  readonly maxlength?: string;
}

/** A field for a line of text. */
export const TextInput = ({ label, name, value = '', type = 'text', help, ...rest }: TextInputProps) => (
  <label>
    <span safe>{label}</span>
    <input type={type} name={name} value={attributeText(value)} required {...rest} />
    {help !== undefined && <small safe>{help}</small>}
  </label>
);

interface PasswordInputProps {
  readonly label: string;
  readonly name: string;
  readonly autocomplete: 'current-password' | 'new-password';
  readonly help?: string;
}

/** A field for a password. */
export const PasswordInput = ({ label, name, autocomplete, help }: PasswordInputProps) => (
  <label>
    <span safe>{label}</span>
    <input type="password" name={name} required autocomplete={autocomplete} maxlength="500" />
    {help !== undefined && <small safe>{help}</small>}
  </label>
);
