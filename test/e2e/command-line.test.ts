import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../support/eventually.ts';
import { formlog, formlogJson, type Running, startService } from '../support/formlog.ts';

interface Context {
  dir: string;
  service: Running & { readonly url: string };
}

const test = suite<Context>('the command line and a running service');

test.before(async (context) => {
  context.dir = mkdtempSync(join(tmpdir(), 'formlog-command-line-'));
  context.service = await startService(join(context.dir, 'data'));
});
test.after(async ({ dir, service }) => {
  assert.is(await service.kill('SIGTERM'), 0, service.stderr());
  rmSync(dir, { recursive: true });
});

const Identified = Type.Object({ id: Type.String() });
const idOf = (line: unknown): string => Value.Parse(Identified, line).id;

test('from an account to the audit of an erasure, each command accepts the output of the one before', async ({
  dir,
}) => {
  const start = (...args: string[]) => formlog(join(dir, 'data'), [...args, '--json'], { HOME: dir });
  const run = async (...args: string[]) => {
    const running = start(...args);
    assert.is(await running.exited, 0, `${args.join(' ')}: ${running.stderr()}`);
    return running.lines;
  };
  /** Repeats a reading command, in this process, until its output matches: read models follow the log. */
  const read = (expected: RegExp, ...args: string[]) =>
    eventually(
      `${args.join(' ')} prints ${String(expected)}`,
      async () => {
        const lines = await formlogJson(join(dir, 'data'), args, { HOME: dir });
        return expected.test(JSON.stringify(lines)) && lines;
      },
      30_000,
    );

  await run('accounts', 'create', '--name', 'Acme', '--plan', 'pro', '--id', 'acme', '--use');
  await read(/"id":"acme"[^}]*"in_use":true.*"id":"demo"[^}]*"in_use":false/, 'accounts', 'list');
  assert.match(readFileSync(join(dir, '.config', 'formlog', 'accounts.json'), 'utf8'), '"acme"');

  const fields = ['name*:short_text', 'drinks:multiple_choice(tea,coffee)'].flatMap((field) => [
    '--field',
    field,
  ]);
  const form = idOf((await run('forms', 'create', '--title', 'Feedback', ...fields, '--publish'))[0]);
  const definition = join(dir, 'form.json');
  writeFileSync(definition, JSON.stringify((await read(/"status":"published"/, 'forms', 'show', form))[0]));
  await run('forms', 'edit', form, '--add-field', 'age:number');
  const stale = start('forms', 'edit', form, '--file', definition);
  assert.is(await stale.exited, 1);
  assert.match(stale.stderr(), '"code":"precondition_failed"');

  await read(/"key":"age"/, 'forms', 'show', form);
  const answers = ['name=Ada', 'drinks=tea,coffee', 'age=36'].flatMap((answer) => ['--answer', answer]);
  const submission = idOf((await run('submissions', 'create', '--form', form, ...answers))[0]);
  const answered = /"answers":\{"Name":"Ada","Drinks":\["tea","coffee"\],"Age":36\}/;
  await read(answered, 'submissions', 'show', submission);
  await read(new RegExp(`^\\[\\{"id":"${submission}"[^}]*\\}\\]$`), 'submissions', 'list', '--form', form);

  await read(/"path":"\/fields\/2"/, 'history', 'form', form);
  await run('submissions', 'erase', submission, '--yes');
  const erased = new RegExp(`"submissionId":"${submission}"`);
  await read(erased, 'audit', '--submission', submission, '--type', 'SubmissionErased');
});

test.run();
