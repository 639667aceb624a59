/**
 * `formlog serve --demo --json` with stores in another process, whose MongoDB it uses as it uses its own embedded one: a write
 * is answered ahead of the sync. The settings allow that only for the embedded MongoDB.
 */
import { readConfig } from '../../../../../app/config/config.ts';
import { environment } from '../../../../../app/config/environment.ts';
import { demoSettings, serveWith } from '../../../../../app/serve/serve.ts';
import { readModelUrl } from '../../../../embedded-mongodb/src/read-model-url.ts';

const config = readConfig({ ...demoSettings, ...environment });
if (!config.ok) throw new Error(config.error.join(', '));
const { MONGODB_URL = '', ...others } = config.value;
process.exitCode = await serveWith(
  { ...others, MONGODB_URL: readModelUrl(MONGODB_URL) },
  { demo: true, json: true },
);
