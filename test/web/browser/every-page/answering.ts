import type { TestService } from '../../../support/service.ts';
import { openVisit, type PageAnswer } from '../../../support/web.ts';

const tokenOf = ({ text }: PageAnswer): string => /name="formToken" value="([^"]+)"/.exec(text)?.[1] ?? '';
const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const linkIn = (text: string, step: string): string =>
  new RegExp(`/f/[^"]+/${step}\\?link=[\\w-]+`).exec(text)?.[0] ?? 'no link';

/** The addresses that a person gets who saves a form, answers wrongly, and sends it. */
export async function openAnswering(service: TestService, form: string) {
  const visit = openVisit(service);
  const path = `/f/${form}`;
  const formToken = tokenOf(await visit.get(path));
  const wrong = await visit.post(path, { formToken: 'forged', name: 'Ada' }, navigation);
  const saved = await visit.post(`${path}/save`, { formToken, name: 'Ada' }, navigation);
  const sender = openVisit(service);
  await sender.post(path, { formToken: tokenOf(await sender.get(path)), name: 'Ada' }, navigation);
  const correct = linkIn((await sender.get(`${path}/thanks`)).text, 'correct');
  return {
    /** The page with a problem, and the page that says that the answers are saved. */
    returned: [wrong.location ?? '', saved.location ?? ''],
    resume: linkIn((await visit.get(saved.location ?? '')).text, 'continue'),
    correct,
    corrected: correct.replace('/correct?', '/corrected?'),
  };
}
