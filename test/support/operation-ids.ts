import { openLogMembers } from '../../coordination/log-members.ts';
import type { Ids } from './operations.ts';
import { newMemberIds } from './people.ts';
import { smallPicture } from './pictures.ts';
import { scheduledDelivery } from './scheduled-delivery.ts';
import type { TestService } from './service.ts';

/** Makes one thing of each kind that a path can name. @returns the id of each, by the segment of the path before it */
export async function newOperationIds(
  service: TestService,
  { accountId, api }: Pick<Awaited<ReturnType<TestService['newAccount']>>, 'accountId' | 'api'>,
): Promise<Ids> {
  const of = `/accounts/${accountId}`;
  const idOf = async (path: string, body: object): Promise<string> =>
    String((await service.admin('POST', `${of}/${path}`, { body })).at('id'));
  const forms = await service.newForm(accountId, [
    { key: 'email', label: 'E-mail', kind: 'email', required: true },
    { key: 'phone', label: 'Phone', kind: 'phone' },
    { key: 'fee', label: 'Fee', kind: 'payment' },
  ]);
  const made = await api('POST', '/submissions', {
    body: { form_id: forms, answers: { email: 'ada@example.com', fee: { amount: 1250, currency: 'EUR' } } },
  });
  const album = await service.newForm(accountId, [{ key: 'photo', label: 'Photo', kind: 'file' }]);
  const uploaded = await service.inject({
    method: 'POST',
    url: `/api/admin/v1/accounts/${accountId}/files?form_id=${album}&field=photo`,
    headers: { authorization: `Bearer ${service.operatorTokens[0] ?? ''}` },
    payload: Buffer.from([0, 1, 2]),
  });
  const pictures = await service.inject({
    method: 'POST',
    url: `/api/admin/v1/accounts/${accountId}/pictures`,
    headers: { authorization: `Bearer ${service.operatorTokens[0] ?? ''}` },
    payload: smallPicture('png'),
  });
  const since = '2026-01-01T00:00:00Z';
  const destinations = await idOf('destinations', { label: 'x', url: 'https://example.com/hook' });
  const members = '127.0.0.1:2113';
  await openLogMembers(service.store).recordSeen([members], new Date());
  return {
    accounts: accountId,
    forms,
    destinations,
    members,
    projections: 'forms',
    files: String(uploaded.at('id')),
    pictures: String(pictures.at('id')),
    submissions: String(made.at('id')),
    keys: await idOf('keys', { name: 'x' }),
    recoveries: await idOf('recoveries', { since }),
    cancellations: await idOf('cancellations', { since }),
    ...(await newMemberIds(service, accountId)),
    people: (await newMemberIds(service, accountId)).person,
    deliveries: await scheduledDelivery(service.deps.aggregates, accountId, destinations, forms),
  };
}
