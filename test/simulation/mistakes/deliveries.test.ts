// A process of its own: time passes as the test says.

import { catchAll } from './catch.ts';
import { mistakesWithDeliveries } from './deliveries.ts';

catchAll('mistakes with deliveries', mistakesWithDeliveries);
