import Type from 'typebox';
import { at } from '../examples.ts';
import { operations } from '../operation.ts';
import { operatorRoles } from '../operator-roles.ts';
import { named, ShownOnce, Timestamp } from '../values.ts';

export const ConsoleTicket = named('ConsoleTicket', {
  url: Type.Optional(Type.String({ description: 'Opens the console, once.' })),
  expires_at: Timestamp,
  shown_once: ShownOnce,
});

export const consoleTicketOperations = operations('admin', 'admin: accounts', {
  issueConsoleTicket: {
    route: 'POST /console-tickets',
    roles: operatorRoles,
    summary: 'Issue a link that signs you in to the console',
    description:
      'The link opens one session of 12 hours under your name and role, and expires after an hour.',
    response: { 201: ConsoleTicket },
    answer: 'The link, and the time at which it expires.',
    examples: {
      answers: [{ url: 'https://forms.example/console/sign-in?ticket=eyJrZXlJZCI6…', expires_at: at }],
    },
  },
});
