/** The tags of operations, with their descriptions. */
export const tags = [
  { name: 'forms', description: "Forms of the key's account." },
  { name: 'submissions', description: 'Responses to forms, and their payments.' },
  {
    name: 'webhooks',
    description:
      "Destinations, deliveries and recoveries of the key's account, and the requests that the service sends.",
  },
  { name: 'account', description: "Members and invitations of the key's account." },
  { name: 'admin: accounts', description: 'Accounts, their keys and their audit facts.' },
  {
    name: 'admin: forms',
    description: 'Forms and submissions of any account, payments, exports and erasure.',
  },
  { name: 'admin: destinations', description: 'The receivers of webhooks.' },
  { name: 'admin: deliveries', description: 'The delivery log, replays and recoveries.' },
  { name: 'admin: history', description: 'Events, with their actors and reasons.' },
  { name: 'admin: read models', description: 'Read models and the engine that keeps them.' },
] as const;

export type Tag = (typeof tags)[number]['name'];
