import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { accounts } from '../../../projections/read-models/accounts/projection.ts';
import { keys } from '../../../projections/read-models/keys/projection.ts';
import { documentsOf } from '../documents-of.ts';
import { accountOpened, keyIssued, minute } from '../samples.ts';

const test = suite('projections/read-models/accounts and keys');

test('an account shows its plan', () => {
  const opened = { name: 'Acme', plan: 'free', created_at: minute(0) };
  assert.equal(documentsOf(accounts, accountOpened('acme')), { acme: opened });
  const changed = {
    stream: 'account-acme',
    event: { type: 'PlanChanged' as const, data: { plan: 'pro', at: minute(1) } },
  };
  assert.equal(documentsOf(accounts, accountOpened('acme'), changed), { acme: { ...opened, plan: 'pro' } });
});

test('an account shows its present name', () => {
  const renamed = {
    stream: 'account-acme',
    event: { type: 'AccountRenamed' as const, data: { name: 'Acme Research', at: minute(1) } },
  };
  assert.is(documentsOf(accounts, accountOpened('acme'), renamed)['acme']?.name, 'Acme Research');
});

test('publication grants do not change the document', () => {
  const granted = {
    stream: 'account-acme',
    event: { type: 'PublicationGranted' as const, data: { formId: 'f1', at: minute(1) } },
  };
  assert.equal(
    documentsOf(accounts, accountOpened('acme'), granted),
    documentsOf(accounts, accountOpened('acme')),
  );
});

test('a key shows its scopes and never its hash', () => {
  const issued = {
    account_id: 'acme',
    name: 'CI',
    scopes: ['forms:read'],
    expires_at: null,
    revoked_at: null,
    created_at: minute(0),
  };
  assert.equal(documentsOf(keys, keyIssued('k1')), { k1: issued });
  const revoked = {
    stream: 'apikey-k1',
    event: { type: 'ApiKeyRevoked' as const, data: { at: minute(2) } },
  };
  assert.equal(documentsOf(keys, keyIssued('k1'), revoked), { k1: { ...issued, revoked_at: minute(2) } });
});

test.run();
