import { Secret, TOTP } from 'otpauth';
import { secondFactorPath } from '../../web/console/people/second-factor-forms.tsx';
import { testPassword } from './people.ts';
import type { TestService } from './service.ts';
import type { Visit } from './web.ts';

/** An app on the phone of a person. */
export interface CodeApp {
  readonly secret: string;
  /** The code of this moment by the clock of the service. @param aheadMs how much the clock of the phone is ahead */
  code(aheadMs?: number): string;
}

type Clocked = Pick<TestService, 'clock'>;

/** Enters a secret into an app. @param secret in Base32 */
export function codeApp({ clock }: Clocked, secret: string): CodeApp {
  const generator = new TOTP({ secret: Secret.fromBase32(secret) });
  return {
    secret,
    code: (aheadMs = 0) => generator.generate({ timestamp: Date.now() + clock.aheadMs + aheadMs }),
  };
}

/** Moves the clock to the next code of every app: each is used once. */
export const untilNextCode = ({ clock }: Clocked): void => void (clock.aheadMs += 30_000);

/** Turns on the second factor of a person who has signed in. */
export async function turnOn(
  service: Clocked,
  visit: Visit,
  password = testPassword,
): Promise<{ readonly app: CodeApp; readonly codes: readonly string[] }> {
  const page = await visit.get(secondFactorPath);
  const secret = /data-copy="([A-Z2-7]{32})"/.exec(page.text)?.[1] ?? '';
  const setup = /name="setup" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const app = codeApp(service, secret);
  const answer = await visit.post(`${secondFactorPath}/on`, { setup, password, code: app.code() });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return { app, codes: codesIn(answer.text) };
}

/** The recovery codes of a page. */
export const codesIn = (text: string): readonly string[] =>
  [...text.matchAll(/<code>((?:[a-z2-9]{4}-){3}[a-z2-9]{4})<\/code>/g)].map(([, code = '']) => code);
