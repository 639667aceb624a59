import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CommandDeps } from '../../../commands/deps.ts';
import { loadFile } from '../../../commands/file/claim-files.ts';
import { changeSubmission } from '../../../commands/submission/change-submission.ts';
import { fileEraser } from '../../../dispatcher/erasure/erase-files.ts';
import { sweep } from '../../../dispatcher/files/sweeper.ts';
import { filesIn } from '../../../domain/file/stored-file.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { submission } from '../../../domain/submission/decider.ts';
import { beforeWrites, pausing } from '../../commands/pausing.ts';
import { publicBase } from '../../support/injected-requests.ts';
import { isLongRun } from '../../support/long-run.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('files that leave the answers of an incomplete submission');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
let formId: string;
let directory: string;
const dayMs = 24 * 3_600_000;

test.before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'formlog-dropped-'));
  service = await startService({ settings: { FILES_STORE: { directory } } });
  mine = await service.newAccount();
  formId = await service.newForm(mine.accountId, [
    { key: 'cv', label: 'CV', kind: 'file', validation: { max_files: 3 } },
    { key: 'name', label: 'Name', kind: 'short_text' },
  ]);
});
test.after(async () => {
  await service.close();
  rmSync(directory, { recursive: true });
});

async function upload(content = 'content'): Promise<string> {
  const made = await service.inject({
    method: 'POST',
    url: `${publicBase}/files?form_id=${formId}&field=cv&name=a.txt`,
    headers: { 'x-api-key': mine.key },
    payload: content,
  });
  assert.is(made.status, 201, made.text);
  return String(made.at('id'));
}

const post = (body: object) => mine.api('POST', '/submissions', { body: { form_id: formId, ...body } });
async function begin(...cv: string[]): Promise<string> {
  const made = await post({ answers: { cv }, is_complete: false });
  assert.is(made.status, 201, made.text);
  return String(made.at('id'));
}
const change = (id: string, body: object) => mine.api('PATCH', `/submissions/${id}`, { body });
async function save(id: string, ...cv: string[]): Promise<void> {
  const saved = await change(id, { answers: { cv } });
  assert.is(saved.status, 200, saved.text);
}

const noLeases = {
  leaseMs: 0,
  acquire: () => Promise.reject(new Error('one sweep needs no lease')),
  acquireSome: () => Promise.reject(new Error('one sweep needs no lease')),
};
/** Claims up to here are confirmed, as the sweeper remembers it. */
let confirmedTo = '';

async function sweepAfter(ms: number): Promise<void> {
  service.note((await service.log.head()) ?? 0n);
  await service.settled();
  service.clock.aheadMs += ms;
  const { deps, log, progress } = service;
  const sweeper = { ...deps, log, progress, leases: noLeases, fileLifetimeMs: dayMs };
  confirmedTo = await sweep(sweeper, confirmedTo, new AbortController().signal);
  service.note((await service.log.head()) ?? 0n);
}

async function isThere(id: string): Promise<boolean> {
  const state = await loadFile(service.deps, id);
  if (!state.exists) return false;
  const isStored = readdirSync(directory).includes(state.received.contentId);
  assert.is(isStored, !state.isGone, 'the content is as the log says');
  return isStored;
}

async function namedBy(id: string): Promise<readonly string[]> {
  const { state } = await service.deps.aggregates.load(submission, streamOf.submission(id));
  return state.exists ? state.present.answers.flatMap(filesIn).map((file) => file.id) : [];
}

const contextOf = () => ({
  accountId: mine.accountId,
  actor: { kind: 'system', id: 'test' } as const,
  correlationId: 'test',
  causationId: 'test',
});

test('a file that a save takes out of the answers is removed a day later, and not earlier', async () => {
  const [first, second] = [await upload('first'), await upload('second')];
  const id = await begin(first);
  service.clock.aheadMs += 10 * dayMs;
  await save(id, second);
  await sweepAfter(dayMs - 60_000);
  assert.ok(await isThere(first), 'its day begins when it is dropped');
  await sweepAfter(120_000);
  assert.equal([await isThere(first), await isThere(second)], [false, true]);
  const again = await change(id, { answers: { cv: [first] } });
  assert.equal([again.status, again.at('error.details.0.path')], [400, '/answers/cv/0'], again.text);
  assert.is((await change(id, { is_complete: true })).at('answers.CV.0.id'), second);
});

test('a file that is named again within the day stays', async () => {
  const file = await upload();
  const id = await begin(file);
  await save(id);
  await sweepAfter(dayMs - 60_000);
  await save(id, file);
  await sweepAfter(2 * dayMs);
  assert.ok(await isThere(file));
});

test('a completion drops files, too; a correction does not, because its history has them', async () => {
  const [first, second] = [await upload('first'), await upload('second')];
  const id = await begin(first);
  assert.is((await change(id, { answers: { cv: [second] }, is_complete: true })).status, 200);
  const corrected = await change(id, { answers: { cv: [] }, correction: {} });
  assert.is(corrected.status, 200, corrected.text);
  await sweepAfter(dayMs + 60_000);
  assert.equal([await isThere(first), await isThere(second)], [false, true]);
});

test('a save that dies after the drop leaves the file to its submission', async () => {
  const file = await upload();
  const id = await begin(file);
  const dying: CommandDeps = {
    ...service.deps,
    aggregates: beforeWrites(service.deps.aggregates, async (stream) => {
      if (stream.startsWith('submission-')) throw new Error('the process died');
    }),
  };
  const died = await changeSubmission(dying, { submissionId: id, answers: { cv: [] } }, contextOf()).catch(
    String,
  );
  assert.is(died, 'Error: the process died');
  const state = await loadFile(service.deps, file);
  assert.is(state.exists && state.droppedBy, id);
  const other = await post({ answers: { cv: [file] } });
  assert.is(other.status, 400, 'no other submission gets it');
  await sweepAfter(dayMs + 60_000);
  assert.ok(await isThere(file));
  const after = await loadFile(service.deps, file);
  assert.is(after.exists && after.submissionId, id);
});

test('a file that was claimed for a save that died is removed', async () => {
  const file = await upload();
  const id = await begin();
  const dying: CommandDeps = {
    ...service.deps,
    aggregates: beforeWrites(service.deps.aggregates, async (stream) => {
      if (stream.startsWith('submission-')) throw new Error('the process died');
    }),
  };
  await changeSubmission(dying, { submissionId: id, answers: { cv: [file] } }, contextOf()).catch(() => null);
  await sweepAfter(dayMs + 60_000);
  await sweepAfter(dayMs + 60_000);
  assert.not.ok(await isThere(file));
  await save(id);
});

test('a save that has claimed a file and is overtaken by the sweeper never names a removed file', async () => {
  const file = await upload();
  const id = await begin();
  const slow = pausing(service.deps, 'submission-');
  const saving = changeSubmission(slow.deps, { submissionId: id, answers: { cv: [file] } }, contextOf());
  await slow.reached;
  await sweepAfter(dayMs + 60_000);
  await sweepAfter(dayMs + 60_000);
  assert.not.ok(await isThere(file));
  slow.go();
  const saved = await saving;
  assert.ok(!saved.ok && saved.error.code === 'invalid_request', JSON.stringify(saved));
  assert.equal(await namedBy(id), []);
});

test('erasing a submission removes what it dropped at once', async () => {
  const file = await upload();
  const id = await begin(file);
  await save(id);
  assert.is((await service.admin('POST', `/submissions/${id}/erase`)).status, 200);
  await service.settled();
  const erase = fileEraser({ ...service.deps, log: service.log, progress: service.progress });
  const erasure = await service.deps.queries.erasures.get(id);
  assert.ok(erasure);
  service.note((await service.log.head()) ?? 0n);
  await service.settled();
  await erase([erasure], new AbortController().signal);
  assert.not.ok(await isThere(file));
});

test('another submission gets a file that was let go, and the first one no longer', async () => {
  const file = await upload();
  const id = await begin(file);
  await save(id);
  assert.is((await post({ answers: { cv: [file] } })).status, 201);
  assert.is((await change(id, { answers: { cv: [file] } })).status, 400);
  await sweepAfter(2 * dayMs);
  assert.ok(await isThere(file));
});

type Step =
  | { readonly kind: 'save' | 'die'; readonly files: readonly number[] }
  | { readonly kind: 'sweep'; readonly days: number };
const numbers = fc.uniqueArray(fc.nat(2), { maxLength: 3 });
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constantFrom('save' as const, 'die' as const), files: numbers }),
    fc.record({ kind: fc.constant('sweep' as const), days: fc.constantFrom(0.4, 1.1) }),
  ),
  { minLength: 2, maxLength: 9 },
);

test('whatever dies: a submission never names a removed file, and in the end only named ones are left', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(3), async (drawn, dyingAt) => {
      const files = [await upload('0'), await upload('1'), await upload('2')];
      const id = await begin();
      const namesOnlyWhatIsThere = async () => {
        for (const file of await namedBy(id)) assert.ok(await isThere(file), file);
      };
      for (const step of drawn) {
        if (step.kind === 'sweep') await sweepAfter(step.days * dayMs);
        else {
          let writes = step.kind === 'die' ? dyingAt : Infinity;
          const dying: CommandDeps = {
            ...service.deps,
            aggregates: beforeWrites(service.deps.aggregates, async () => {
              if (writes-- <= 0) throw new Error('the process died');
            }),
          };
          const cv = step.files.map((file) => files[file]);
          await changeSubmission(dying, { submissionId: id, answers: { cv } }, contextOf()).catch(() => null);
        }
        await namesOnlyWhatIsThere();
      }
      for (let n = 0; n < 3; n++) await sweepAfter(1.1 * dayMs);
      const left: string[] = [];
      for (const file of files) if (await isThere(file)) left.push(file);
      const named = await namedBy(id);
      assert.equal(
        left,
        files.filter((file) => named.includes(file)),
      );
    }),
    { numRuns: isLongRun ? 60 : 12 },
  );
});

test.run();
