import { inspectSmtp } from '../../mail/inspect-smtp.ts';
import { parseSmtpUrl } from '../../mail/smtp-url.ts';
import type { Config } from '../config/config.ts';
import { type Finding, findingsOf } from './finding.ts';

/**
 * Greets the mail server of the settings and logs in, without a message. The service starts without it: messages wait.
 * @returns what is wrong; nothing without a mail server
 */
export async function checkMail({ SMTP_URL: url }: Pick<Config, 'SMTP_URL'>): Promise<Finding[]> {
  const server = url === undefined ? null : parseSmtpUrl(url);
  if (!server?.ok) return [];
  const { mistake, warning } = findingsOf('SMTP_URL');
  const { host, port } = server.value;
  const facts = await inspectSmtp(server.value);
  switch (facts.state) {
    case 'ready':
      return [];
    case 'rejected':
      return [mistake('has a user or a password that the server rejects: correct them')];
    case 'unreachable':
      return [
        warning(
          `names ${host}:${port}, which cannot be used (${facts.reason}): messages wait until it answers. Check that this ` +
            'machine can reach it, and that TLS matches the URL',
        ),
      ];
  }
}
