import Type from 'typebox';
import { maxDestinations, maxQuestionBytes } from '../../../domain/destination/limits.ts';
import { at, destinationId, field, formId, pageOf } from '../examples.ts';
import { operations } from '../operation.ts';
import { Listing, OfCopyQuery, PageOfCopyQuery } from '../values.ts';
import { changedDestination, chosenQuestion, destination, settings } from './destination-examples.ts';
import {
  ChangedDestination,
  Destination,
  DestinationChange,
  NewDestination,
  NewDestinationWithSecret,
  Pinged,
  Reencrypted,
  Rotated,
  Rotation,
} from './destination-schemas.ts';
import { AnsweredTemplate, TemplateQuery } from './destination-template.ts';

export const destinationOperations = operations('admin', 'admin: destinations', {
  listDestinations: {
    route: 'GET /accounts/:id/destinations',
    own: { operationId: 'listOwnDestinations' },
    scope: 'webhooks:read',
    summary: "List an account's destinations",
    description: 'Destinations that were not removed, with the result of their last attempts.',
    querystring: PageOfCopyQuery,
    response: { 200: Listing(Destination, 'Destinations, newest first.') },
    gives: ['Link'],
    examples: { answers: [pageOf(destination)] },
  },
  readDestination: {
    route: 'GET /destinations/:id',
    own: { operationId: 'readOwnDestination' },
    scope: 'webhooks:read',
    summary: 'Read a destination',
    description: 'The destination, its health and its secrets by their age, never the secrets themselves.',
    querystring: OfCopyQuery,
    response: { 200: Destination },
    answer: 'The destination.',
    examples: { answers: [destination] },
  },
  addDestination: {
    route: 'POST /accounts/:id/destinations',
    own: { operationId: 'addOwnDestination', errors: ['not_found', 'read_model_behind'] },
    scope: 'webhooks:write',
    summary: 'Add a destination; the response shows its secret once',
    description:
      `The plan of the account limits its destinations (${maxDestinations} at most), and the \`included_questions\` of each ` +
      `${maxQuestionBytes} bytes at most together. A key without the scope \`submissions:read\` adds destinations for \`form.published\` alone. The URL must be https and public unless the operator allows ` +
      'its host. The signing secret is in this response only. A completed template is accepted as the body, too.',
    body: NewDestination,
    response: { 201: NewDestinationWithSecret },
    answer: 'The new destination with its signing secret, which is shown this once.',
    gives: ['X-Log-Position', 'Location'],
    errors: ['read_model_behind'],
    examples: {
      body: { label: 'CRM', url: 'https://crm.example/hooks', included_questions: ['E-mail'] },
      answers: [{ ...settings, ...chosenQuestion(formId, field.id), signing_secret: '…', created_at: at }],
    },
  },
  changeDestination: {
    route: 'PATCH /destinations/:id',
    own: { operationId: 'changeOwnDestination' },
    scope: 'webhooks:write',
    summary: 'Change a destination',
    description:
      'Changes the members that the body gives. Waiting deliveries that the new settings no longer include are cancelled when ' +
      'they come due. A change of `url`, `events`, `form_id` or `included_questions` needs the scope `submissions:read`, too, ' +
      'because the destination receives answers.',
    body: DestinationChange,
    response: { 200: ChangedDestination },
    answer: 'The changed destination.',
    gives: ['X-Log-Position'],
    errors: ['read_model_behind'],
    examples: {
      body: { url: 'https://crm.example/hooks/2', concurrency: 2 },
      answers: [{ ...changedDestination, url: 'https://crm.example/hooks/2', concurrency: 2 }],
    },
  },
  removeDestination: {
    route: 'DELETE /destinations/:id',
    own: { operationId: 'removeOwnDestination' },
    scope: 'webhooks:write',
    summary: 'Remove a destination',
    description: 'Deliveries that wait for the destination are skipped. Its history stays.',
    response: { 204: Type.Null() },
    answer: 'The destination was removed.',
    gives: ['X-Log-Position'],
  },
  enableDestination: {
    route: 'POST /destinations/:id/enable',
    own: { operationId: 'enableOwnDestination' },
    scope: 'webhooks:write',
    summary: 'Enable a destination',
    description: 'Deliveries of later events are sent again. Earlier ones are sent by a recovery.',
    response: { 200: ChangedDestination },
    answer: 'The enabled destination.',
    gives: ['X-Log-Position'],
    examples: { answers: [changedDestination] },
  },
  disableDestination: {
    route: 'POST /destinations/:id/disable',
    own: { operationId: 'disableOwnDestination' },
    scope: 'webhooks:write',
    summary: 'Disable a destination',
    description: 'Deliveries that come due are skipped until the destination is enabled.',
    response: { 200: ChangedDestination },
    answer: 'The disabled destination.',
    gives: ['X-Log-Position'],
    examples: {
      answers: [
        {
          ...changedDestination,
          enabled: false,
          disabled_because: { kind: 'operator' },
          disabled_since: at,
        },
      ],
    },
  },
  pingDestination: {
    route: 'POST /destinations/:id/ping',
    own: { operationId: 'pingOwnDestination' },
    scope: 'webhooks:write',
    summary: 'Send a test event, even to a disabled destination',
    description: 'The ping is a delivery with attempts and a signature of its own, listed with the others.',
    response: { 202: Pinged },
    answer: 'The delivery of the ping, which is being sent.',
    gives: ['X-Log-Position'],
    examples: { answers: [{ id: destinationId, delivery_id: '3sEn1tPiNgTo9AbCdEfG', waiting: 6 }] },
  },
  rotateSigningSecret: {
    route: 'POST /destinations/:id/rotate-secret',
    own: { operationId: 'rotateOwnSigningSecret' },
    scope: 'webhooks:write',
    summary: 'Rotate a signing secret; the response shows the new secret once',
    description:
      'Both secrets sign for 24 hours, so that the receiver can switch. A second rotation within that time ends the first ' +
      'secret at once.',
    body: Rotation,
    response: { 200: Rotated },
    answer: 'The new secret, which is shown this once.',
    gives: ['X-Log-Position'],
    examples: {
      body: { overlap: true },
      answers: [{ id: destinationId, signing_secret: 'whsec_…', previous_secret_until: at }],
    },
  },
  readDestinationTemplate: {
    route: 'GET /destinations/template',
    own: { operationId: 'readOwnDestinationTemplate' },
    scope: 'webhooks:read',
    summary: 'Download a destination template to fill in',
    description:
      'A JSON document with every setting and its default, to fill in and send to the operation that adds one.',
    querystring: TemplateQuery,
    response: { 200: AnsweredTemplate },
    answer: 'The template, as a file.',
    gives: ['Content-Disposition'],
    errors: ['not_found'],
    examples: {
      answers: [
        {
          $schema: 'https://forms.example/schemas/destination-template.v1.json',
          formlog: { destination: 'generic', label: 'Custom webhook', docs: 'https://forms.example/docs' },
          enabled: true,
          events: ['submission.created'],
          url: '',
          includedQuestions: ['E-mail'],
          notes: ['Fill in url.'],
          formId,
        },
      ],
    },
  },
  reencryptSigningSecret: {
    route: 'POST /destinations/:id/reencrypt-secret',
    summary: 'Re-encrypt the secrets of a destination with the newest master key',
    description: 'For a change of the master key, after which the former key is no longer needed.',
    response: { 200: Reencrypted },
    answer: 'The destination whose secrets were encrypted again.',
    gives: ['X-Log-Position'],
    errors: ['conflict'],
    examples: { answers: [{ id: destinationId, changed: true }] },
  },
});
