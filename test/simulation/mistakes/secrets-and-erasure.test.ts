// A process of its own: time passes as the test says.

import { catchAll } from './catch.ts';
import { mistakesWithSecretsAndErasure } from './secrets-and-erasure.ts';

catchAll('mistakes with secrets and erasure', mistakesWithSecretsAndErasure);
