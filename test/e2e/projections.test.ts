// Embedded only: the form of the demo is the only one of the log.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { modelId } from '../../projections/projection.ts';
import { forms } from '../../projections/read-models/forms/projection.ts';
import { eventually } from '../support/eventually.ts';
import { formlog, formlogJson, startService } from '../support/formlog.ts';

const test = suite('formlog projections');

const Named = Type.Object({ name: Type.String(), generation: Type.String(), state: Type.String() });
const Report = Type.Object({ compared: Type.Integer(), different: Type.Integer() });
const Form = Type.Object({ id: Type.String(), status: Type.String() });

test('an analyst rebuilds, rolls back, replays, copies, verifies and drops', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'formlog-projections-'));
  const service = await startService(dir);
  const run = async (...args: string[]) => formlogJson(dir, ['projections', ...args]);
  const only = async (...args: string[]) => Value.Parse(Named, (await run(...args)).at(-1));
  try {
    const [form] = await formlogJson(dir, ['forms', 'list']);
    assert.ok(Value.Check(Form, form), 'the demo has a form');
    const names = (await run('status')).map((one) => Value.Parse(Named, one).name);
    for (const name of ['accounts', 'deliveries', 'forms', 'health', 'submissions'])
      assert.ok(names.includes(name), name);
    assert.is((await only('rebuild', 'forms')).generation, modelId({ ...forms, generation: 2 }));
    assert.is((await only('rollback', 'forms')).generation, modelId(forms));
    assert.is(
      (await only('replay', 'forms', '--from', '0')).generation,
      modelId({ ...forms, generation: 3 }),
    );
    const listed = await formlogJson(dir, ['forms', 'list']);
    assert.equal(listed, [form], 'readers see the same');
    const verified = Value.Parse(Report, (await run('verify', 'forms')).at(-1));
    assert.equal([verified.compared > 0, verified.different], [true, 0]);
    assert.is((await only('replay', 'forms', '--into', 'forms-then')).state, 'ready');
    const copied = await run('documents', '--projection', 'forms-then');
    assert.ok(copied.some((one) => Value.Check(Type.Object({ id: Type.Literal(form.id) }), one)));
    await formlogJson(dir, ['forms', 'close', form.id]);
    const statuses = async (...of: string[]) =>
      (await formlogJson(dir, ['forms', 'list', ...of])).map((one) => Value.Parse(Form, one).status);
    // Another call of the command line may come before the read model.
    await eventually('the list shows the closed form', async () => (await statuses())[0] === 'closed');
    assert.equal(await statuses('--projection', 'forms-then'), ['published'], 'the copy stands still');
    await run('drop', 'forms-then');
    await run('drop', 'forms');
    const refused = formlog(dir, ['projections', 'skip', 'forms', '--event', 'x', '--reason', 'none']);
    assert.is(await refused.exited, 1);
    assert.match(refused.stderr(), 'The event is neither parked');
  } finally {
    assert.is(await service.kill('SIGTERM'), 0, service.stderr());
    rmSync(dir, { recursive: true });
  }
});

test.run();
