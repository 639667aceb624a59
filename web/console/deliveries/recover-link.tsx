import { type RecoverableStatus, recoverableStatuses } from '../../../domain/delivery/decider.ts';
import { attributeText } from '../../parts/attribute-text.ts';

interface RecoverLinkProps {
  readonly account: string;
  readonly destinationId: string | undefined;
  readonly formId: string | undefined;
  readonly submissionId: string | undefined;
  readonly kind: string | undefined;
  readonly status: string | undefined;
  /** ISO 8601; from the beginning if absent. */
  readonly since: string | undefined;
}

const isRecoverable = (status: string | undefined): status is RecoverableStatus | undefined =>
  status === undefined || recoverableStatuses.some((one) => one === status);

/** Leads to a recovery of the webhooks that the filters list, which counts them first; nothing where it would send others. */
export const RecoverLink = (props: RecoverLinkProps) => {
  const { account, destinationId, formId, submissionId, kind, status, since = '0' } = props;
  if (submissionId !== undefined || kind === 'ping' || !isRecoverable(status)) return <></>;
  const query = new URLSearchParams({ account, since });
  const chosen = { destination: destinationId, form: formId, kind, status };
  for (const [name, text] of Object.entries(chosen)) if (text !== undefined) query.set(name, text);
  return (
    <a role="button" class="secondary" href={attributeText(`/console/recoveries/new?${query.toString()}`)}>
      {status === undefined ? 'Send the failed ones again' : 'Send all of these again'}
    </a>
  );
};
