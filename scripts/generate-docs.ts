import { writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { formsDocument, withKindsTable } from '../test/support/kinds-table.ts';

writeFileSync(formsDocument, await format(withKindsTable(), { parser: 'markdown', printWidth: 110 }));
