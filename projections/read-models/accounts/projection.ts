import { idAfter, type Projection } from '../../projection.ts';

export type AccountDocument = Readonly<{
  name: string;
  plan: string;
  /** The language and the time zone of forms that are created without their own. */
  language?: string;
  time_zone?: string;
  created_at: string;
  /** When it was closed for good; absent while it is open. */
  closed_at?: string;
}>;

/** Each account and its plan. */
export const accounts: Projection<AccountDocument> = {
  name: 'accounts',
  version: 3,
  streamPrefixes: ['account-'],
  indexes: [{ keys: { created_at: -1, _id: -1 } }],
  accountListing: 'id',
  keyOfStream: (stream) => idAfter('account-', stream),
  key: ({ stream }) => idAfter('account-', stream),
  on: {
    AccountOpened: (_, { event: { data } }) => ({ name: data.name, plan: data.plan, created_at: data.at }),
    AccountRenamed: (doc, { event }) => doc && { ...doc, name: event.data.name },
    PlanChanged: (doc, { event }) => doc && { ...doc, plan: event.data.plan },
    AccountClosed: (doc, { event }) => doc && { ...doc, closed_at: event.data.at },
    LocaleChanged: (doc, { event: { data } }) => {
      if (!doc) return null;
      const { language: before, time_zone: zoneBefore, ...others } = doc;
      const { language = before, timeZone = zoneBefore } = data;
      return {
        ...others,
        ...(typeof language === 'string' && { language }),
        ...(typeof timeZone === 'string' && { time_zone: timeZone }),
      };
    },
  },
};
