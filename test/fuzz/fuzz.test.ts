import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import PQueue from 'p-queue';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json } from '../support/json-schema.ts';
import { startService, type TestService } from '../support/service.ts';
import { formRates } from '../support/settings.ts';
import { brokenRequest } from './broken-requests.ts';
import { exchange } from './exchange.ts';
import type { FuzzRequest, FuzzTargets } from './fuzz-request.ts';
import { faultOf } from './laws.ts';
import { operationRequest } from './operation-requests.ts';
import { pageRequest } from './page-requests.ts';
import { newTargets } from './targets.ts';

/** FUZZ_REQUESTS and FUZZ_SEED repeat a run; a run with FUZZ_REQUESTS alone takes a seed of its own each time. */
const given = process.env['FUZZ_REQUESTS'];
const requests = Number(given ?? 300);
const seed = Number(process.env['FUZZ_SEED'] ?? (given === undefined ? 1 : randomInt(1_000_000)));

/** The requests that are made of the same things. */
const inBatch = 1_000;
const atOnce = 8;
/** Above every time limit of the service below. */
const limitMs = 30_000;
/** Enough to see the kinds of mistakes; the first may hide others. */
const maxFaults = 20;

const test = suite(`${requests} hostile requests (FUZZ_SEED=${seed} FUZZ_REQUESTS=${requests})`);
let service: TestService;
let port: number;
const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);

test.before(async () => {
  process.on('unhandledRejection', note).on('uncaughtException', note);
  service = await startService({
    settings: {
      RATE_LIMIT_REQUESTS: 1e6,
      ...formRates({ pages: 1e6, sendings: 1e6, attempts: 1e6, misses: 1e6 }),
    },
    http: {
      operatorRate: { requests: 1e6, window_s: 60 },
      clientLimits: { headersMs: 1_500, requestMs: 2_000, silenceMs: 10_000, idleMs: 5_000, checkMs: 200 },
    },
  });
  port = Number(new URL(await service.app.listen({ host: '127.0.0.1', port: 0 })).port);
});
test.after(() => service.close());

/** What costs much work each time. */
const isCostly = (path: string): boolean => /(realignment|rebuild|replay|verify|exports\/\w+)$/.test(path);

function requestOf(targets: FuzzTargets): fc.Arbitrary<FuzzRequest> {
  const operations = targets.operations.map((operation) => ({
    weight: isCostly(operation.path) ? 1 : 10,
    arbitrary: operationRequest(targets, operation),
  }));
  return fc.oneof(
    { weight: 70, arbitrary: fc.oneof(...operations) },
    { weight: 25, arbitrary: fc.oneof(...targets.pages.map((page) => pageRequest(targets, page))) },
    { weight: 5, arbitrary: brokenRequest(targets) },
  );
}

const shown = ({ raw }: FuzzRequest): string =>
  JSON.stringify(
    Buffer.concat([...raw.parts])
      .toString('latin1')
      .slice(0, 1_500),
  );

async function runBatch(document: Json, batch: number, count: number, faults: string[]): Promise<void> {
  const targets = await newTargets(service, document);
  const sent = fc.sample(requestOf(targets), { seed: seed + batch, numRuns: count });
  const check = async (request: FuzzRequest): Promise<void> => {
    if (faults.length >= maxFaults) return;
    const lines = service.lines.length;
    const fault = faultOf(request, await exchange(port, request.raw, limitMs));
    if (fault === null) return;
    const logged = service.lines.slice(lines).filter((line) => line.includes('"level":50'));
    faults.push(`${fault}\n  request: ${shown(request)}\n  log: ${logged.join('\n').slice(0, 1_500)}`);
  };
  await new PQueue({ concurrency: atOnce }).addAll(sent.map((request) => () => check(request)));
}

test('law: every hostile request gets a documented response, and the service stays up', async () => {
  const { text } = await service.inject({ method: 'GET', url: '/openapi.json' });
  const document = JSON.parse(text) as Json;
  const faults: string[] = [];
  for (let batch = 0; batch * inBatch < requests && faults.length < maxFaults; batch++)
    await runBatch(document, batch, Math.min(inBatch, requests - batch * inBatch), faults);
  assert.is(faults.length, 0, `seed ${seed}\n${faults.join('\n\n')}`);
  assert.equal(unhandled, []);
  const { key } = await service.newAccount();
  assert.is((await service.withKey(key)('GET', '/forms')).status, 200);
  assert.is((await service.inject({ method: 'GET', url: '/healthz' })).status, 200);
  const errors = service.lines.filter((line) => /"level":(50|60)/.test(line));
  assert.equal(errors.slice(0, 3), []);
});

test.run();
