// Embedded only: the data of the stores is replaced, and the stores keep their addresses.

import { cluster } from './restores/places.ts';
import { runRestores } from './restores/run-restores.ts';

runRestores('a cluster', cluster);
