import { accountExportOperations } from './accounts/account-export.ts';
import { accountOperations } from './accounts/accounts.ts';
import { keyOperations } from './accounts/api-keys.ts';
import { closingOperations } from './accounts/closings.ts';
import { consoleTicketOperations } from './accounts/console-tickets.ts';
import { memberOperations } from './accounts/members.ts';
import { noticeOperations } from './accounts/notices.ts';
import { ownAccountOperations } from './accounts/own-account.ts';
import { personOperations } from './accounts/people.ts';
import { signUpInvitationOperations } from './accounts/sign-up-invitations.ts';
import { erasureOperations } from './erasures/erasures.ts';
import { selectedErasureOperations } from './erasures/selected-erasures.ts';
import { fileOperations } from './files/files.ts';
import { fileVerification } from './files/verification.ts';
import { answerOperations } from './forms/answers.ts';
import { completionOperations } from './forms/completion.ts';
import { embeddingOperations } from './forms/embedding.ts';
import { formOperations } from './forms/forms.ts';
import { publicFormOperations } from './forms/public-forms.ts';
import { historyOperations } from './history/history.ts';
import { trailOperations } from './history/trail.ts';
import { type Operation, ownOperation } from './operation.ts';
import { pictureOperations } from './pictures/pictures.ts';
import { parkedKeyOperations } from './projections/parked-keys.ts';
import { projectionOperations } from './projections/projections.ts';
import { realignmentOperations } from './projections/realignment.ts';
import { exportOperations } from './submissions/exports.ts';
import { importOperations } from './submissions/imports.ts';
import { paymentProviderOperations } from './submissions/payment-providers.ts';
import { paymentOperations } from './submissions/payments.ts';
import { publicSubmissionOperations } from './submissions/public-submissions.ts';
import { submissionOperations } from './submissions/submissions.ts';
import { cancellationOperations } from './webhooks/cancellations.ts';
import { deliveryOperations } from './webhooks/deliveries.ts';
import { destinationOperations } from './webhooks/destinations.ts';
import { parkedDestinationOperations } from './webhooks/parked-destinations.ts';
import { recoveryOperations } from './webhooks/recoveries.ts';

const groups: readonly Readonly<Record<string, Operation>>[] = [
  publicFormOperations,
  formOperations,
  completionOperations,
  answerOperations,
  embeddingOperations,
  publicSubmissionOperations,
  submissionOperations,
  importOperations,
  fileOperations,
  fileVerification,
  pictureOperations,
  paymentOperations,
  paymentProviderOperations,
  destinationOperations,
  parkedDestinationOperations,
  deliveryOperations,
  recoveryOperations,
  cancellationOperations,
  accountOperations,
  accountExportOperations,
  closingOperations,
  ownAccountOperations,
  keyOperations,
  memberOperations,
  personOperations,
  noticeOperations,
  consoleTicketOperations,
  signUpInvitationOperations,
  erasureOperations,
  selectedErasureOperations,
  exportOperations,
  historyOperations,
  trailOperations,
  projectionOperations,
  realignmentOperations,
  parkedKeyOperations,
];
const defined = groups.flatMap((group) => Object.values(group));

/** Every operation of the service, with those of the admin API that keys use within their account. */
export const allOperations: readonly Operation[] = defined.flatMap((operation) => {
  const own = ownOperation(operation);
  return own ? [operation, own] : [operation];
});
