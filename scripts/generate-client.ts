import { writeFileSync } from 'node:fs';
import { clientTypesFile, generateClientTypes } from '../test/support/client-types.ts';

writeFileSync(clientTypesFile, await generateClientTypes());
