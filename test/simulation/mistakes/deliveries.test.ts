import { catchAll } from './catch.ts';
import { mistakesWithDeliveries } from './deliveries.ts';

catchAll('mistakes with deliveries', mistakesWithDeliveries);
