import { isReachedLocally } from './listening.ts';

interface MailSettings {
  readonly HOST?: string;
  readonly TRUSTED_PROXIES?: readonly string[];
}

/**
 * Returns a line for every setting that mails need and that is missing.
 * @param env the settings as they are given: a setting with a mistake of its own is not missing
 */
export function mailMistakes(
  env: Readonly<Record<string, string | undefined>>,
  { HOST = '', TRUSTED_PROXIES = [] }: MailSettings,
): readonly string[] {
  if (env['SMTP_URL'] === undefined) return [];
  const isKnown = env['PUBLIC_URL'] !== undefined || isReachedLocally({ HOST, TRUSTED_PROXIES });
  return [
    ...(env['MAIL_FROM'] === undefined
      ? ['MAIL_FROM is missing: messages need a sender, such as forms@example.org']
      : []),
    // A stranger could have a link to a new password mailed to a person, with a host of their own.
    ...(isKnown
      ? []
      : ['PUBLIC_URL is missing: mails have links, and a request must not choose where they lead']),
  ];
}
