import type { FastifyRequest } from 'fastify';
import { confirmPath } from '../confirm.tsx';
import { FormToken } from '../shell.tsx';

interface PostButtonProps {
  readonly request: FastifyRequest;
  readonly action: string;
  readonly label: string;
  /** Whether a page asks first: `web/console/confirm.tsx` has the questions. */
  readonly needsConfirmation?: boolean;
  readonly class?: string;
  /** Further fields of the form. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** A button that makes one change. */
export const PostButton = ({
  request,
  action,
  label,
  needsConfirmation = false,
  fields = {},
  ...button
}: PostButtonProps) => (
  <form {...(needsConfirmation ? { method: 'get', action: confirmPath } : { method: 'post', action })}>
    {needsConfirmation ? (
      <input type="hidden" name="action" value={action} />
    ) : (
      <FormToken request={request} />
    )}
    {Object.entries(fields).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    <button type="submit" class={button.class} safe>
      {label}
    </button>
  </form>
);
