import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type RoleName, roleNames } from '../../../app/config/role-names.ts';
import { divideRoles, processCount } from '../../../app/processes/role-groups.ts';

const test = suite('roles among processes');

test('on one or two cores a service is one process; then it has one for each further core, up to three', () => {
  assert.equal(
    [1, 2, 3, 4, 64].map((cores) => processCount('auto', cores)),
    [1, 1, 2, 3, 3],
  );
  assert.is(processCount(2, 64), 2, 'unless it is set');
});

const divided = (roles: readonly RoleName[], processes: number) =>
  divideRoles(roles, processes).map((group) => group.roles.join());

test('requests, read models and webhooks are divided, and the first process is that of the requests', () => {
  assert.equal(divided(roleNames, 1), ['api,web,projector,dispatcher,worker']);
  assert.equal(divided(roleNames, 2), ['api,web', 'projector,dispatcher,worker']);
  assert.equal(divided(roleNames, 3), ['api,web', 'projector', 'dispatcher,worker']);
});

test('a group without a wanted role has no process', () => {
  assert.equal(divided(['worker'], 3), ['worker']);
  assert.equal(divided(['projector', 'worker'], 3), ['projector', 'worker']);
  assert.equal(divided(['web', 'worker'], 2), ['web', 'worker']);
});

test.run();
