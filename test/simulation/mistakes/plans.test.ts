// A process of its own: time passes as the test says.

import { catchAll } from './catch.ts';
import { mistakesWithPlans } from './plans.ts';

catchAll('mistakes with plans', mistakesWithPlans);
