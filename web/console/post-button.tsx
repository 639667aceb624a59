import type { FastifyRequest } from 'fastify';
import { FormToken } from './shell.tsx';

interface PostButtonProps {
  readonly request: FastifyRequest;
  readonly action: string;
  readonly label: string;
  /** A question that is asked first. */
  readonly confirm?: string;
  readonly class?: string;
  /** Further fields of the form. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** A button that makes one change. */
export const PostButton = ({ request, action, label, confirm, fields = {}, ...button }: PostButtonProps) => (
  <form method="post" action={action} {...(confirm !== undefined && { 'data-confirm': confirm })}>
    <FormToken request={request} />
    {Object.entries(fields).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    <button type="submit" class={button.class} safe>
      {label}
    </button>
  </form>
);
