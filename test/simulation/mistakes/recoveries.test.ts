// A process of its own: time passes as the test says.

import { catchAll } from './catch.ts';
import { mistakesWithRecoveries } from './recoveries.ts';

catchAll('mistakes with recoveries', mistakesWithRecoveries);
