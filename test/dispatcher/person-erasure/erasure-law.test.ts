import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createForm } from '../../../commands/form/create-form.ts';
import { erasePerson } from '../../../commands/person/erase-person.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { readModels } from '../../../projections/registry.ts';
import { succeeded } from '../../commands/command-fixture.ts';
import { eventually } from '../../support/eventually.ts';
import { adminBase } from '../../support/injected-requests.ts';
import { readZip } from '../../support/read-zip.ts';
import { startService, type TestService } from '../../support/service.ts';
import { type Act, acts, drawnPerson } from './drawn-person.ts';
import { eraseUntil, everythingIn } from './eraser-world.ts';

const test = suite('erasure of people: laws');
const seed = Number(process.env['LAW_SEED'] ?? Date.now() % 1_000_000);

let service: TestService;
test.before(async () => {
  service = await startService();
});
test.after(() => service.close());

/** Every text in the events of a person's own streams, but for ids of others, times and words that many people share. */
async function personalTexts(streams: readonly string[], tag: string): Promise<ReadonlySet<string>> {
  const texts = new Set<string>([tag]);
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  for (const stream of streams)
    for await (const { event } of service.log.readStream(stream)) collect(event.data);
  return texts;
}

async function archiveOf(accountId: string): Promise<string> {
  const answer = await service.app.inject({
    url: `${adminBase}/accounts/${accountId}/export`,
    headers: { authorization: `Bearer ${service.operatorTokens[0] ?? ''}` },
  });
  assert.is(answer.statusCode, 200);
  return JSON.stringify([...readZip(answer.rawPayload)]);
}

async function isAsInTheLog(model: string): Promise<void> {
  await service.admin('POST', `/projections/${model}/verify`, { body: {} });
  const found = await eventually(`${model} is verified`, async () => {
    const { text } = await service.admin('GET', `/projections/${model}.verify`);
    return text.includes('"different"') && text;
  });
  assert.match(found, '"different":0', model);
}

test(`whatever a person did, nothing personal is left, and the histories say what was done (LAW_SEED=${seed})`, async () => {
  const [history = []] = fc.sample(
    fc.array(fc.constantFrom<Act>(...acts), { minLength: 15, maxLength: 25 }),
    { numRuns: 1, seed },
  );
  const { accountId } = await service.newAccount();
  const stays = await drawnPerson(service, accountId);
  const goes = await drawnPerson(service, accountId);
  for (const act of acts) await stays.act(act);
  for (const act of [...acts, ...history]) await goes.act(act);
  const title = `Made by ${goes.personId}`;
  const { form } = succeeded(
    await createForm(service.deps, { title, fields: [], status: 'draft' }, goes.context),
  );
  const own = ({ personId }: { personId: string }) => [
    streamOf.person(personId),
    streamOf.noticeChoices(accountId, personId),
  ];
  const vocabulary = await personalTexts(own(stays), stays.tag);
  const isShared = (text: string) =>
    vocabulary.has(text) || text === goes.personId || text.length < 4 || /^\d{4}-\d\d-\d\dT/.test(text);
  const all = await personalTexts(own(goes), goes.tag);
  const accounts = new Set<string>();
  for await (const { event } of service.log.readStream(streamOf.person(goes.personId)))
    if (event.type === 'AccountJoined') accounts.add(event.data.accountId);
  const personal = [...all].filter((text) => !isShared(text) && !accounts.has(text));
  assert.ok(personal.length > 20, `${personal.length} texts`);
  const before = await everythingIn(service);
  for (const text of personal) assert.ok(before.includes(JSON.stringify(text).slice(1, -1)), text);

  const { position } = succeeded(await erasePerson(service.deps, goes.personId, goes.context));
  if (position !== null) service.note(position);
  const progress = () => service.admin('GET', `/people/${goes.personId}/erasure`);
  await eraseUntil(service, 'the person is erased', async () => (await progress()).at('status') === 'erased');

  const head = await service.log.head();
  if (head !== null) service.note(head);
  await service.settled();
  const places = {
    'the stores': await everythingIn(service),
    'the archive': await archiveOf(accountId),
    'the log of the service': service.lines.join('\n'),
    'the trail': (await service.admin('GET', `/accounts/${accountId}/trail?limit=100`)).text,
    'the members': (await service.admin('GET', `/accounts/${accountId}/members`)).text,
    'the notices': (await service.admin('GET', `/accounts/${accountId}/notices`)).text,
  };
  for (const [place, content] of Object.entries(places))
    assert.equal(
      personal.filter((text) => content.includes(JSON.stringify(text).slice(1, -1))),
      [],
      place,
    );
  assert.match(places['the stores'], stays.tag);
  assert.match(places['the trail'], 'A person who was erased');
  const told = await service.admin('GET', `/forms/${form.formId}/history`);
  assert.match(told.text, 'A person who was erased');
  assert.match(told.text, title);
  for (const { name } of readModels) await isAsInTheLog(name);
});

test.run();
