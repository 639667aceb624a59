import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite("the protocol of the log's client");

const generated = 'log/eventstore/client/generated';

function filesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

test('the code generated from the protocol is current (npm run protocol)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'formlog-protocol-'));
  execFileSync('npm', ['run', '--silent', 'protocol', '--', '--output', folder]);
  assert.equal(filesIn(join(folder, generated)), filesIn(generated));
  rmSync(folder, { recursive: true });
});

test('the log uses no private part of a library', () => {
  const reaches = readdirSync('log', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('generated/'))
    .filter((name) =>
      /Reflect\.(get|set)|@ts-(ignore|expect-error|nocheck)|db-client\/|grpc-js\/build/.test(
        readFileSync(join('log', name), 'utf8'),
      ),
    );
  assert.equal(reaches, []);
});

test.run();
