import { catchAll } from './catch.ts';
import { mistakesWithSecretsAndErasure } from './secrets-and-erasure.ts';

catchAll('mistakes with secrets and erasure', mistakesWithSecretsAndErasure);
