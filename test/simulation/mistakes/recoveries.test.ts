import { catchAll } from './catch.ts';
import { mistakesWithRecoveries } from './recoveries.ts';

catchAll('mistakes with recoveries', mistakesWithRecoveries);
