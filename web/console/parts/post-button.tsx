import type { FastifyRequest } from 'fastify';
import { askPath } from '../ask.tsx';
import { FormToken } from '../shell.tsx';

interface PostButtonProps {
  readonly request: FastifyRequest;
  readonly action: string;
  readonly label: string;
  /** Whether a page asks first: `web/console/ask.tsx` has the questions. */
  readonly asks?: boolean;
  readonly class?: string;
  /** Further fields of the form. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** A button that makes one change. */
export const PostButton = ({
  request,
  action,
  label,
  asks = false,
  fields = {},
  ...button
}: PostButtonProps) => (
  <form {...(asks ? { method: 'get', action: askPath } : { method: 'post', action })}>
    {asks ? <input type="hidden" name="action" value={action} /> : <FormToken request={request} />}
    {Object.entries(fields).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    <button type="submit" class={button.class} safe>
      {label}
    </button>
  </form>
);
