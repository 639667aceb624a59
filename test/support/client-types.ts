import { readFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import { format } from 'prettier';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { rootUrl } from './repository.ts';
import { startService } from './service.ts';

/** Where the generated types of a client are kept. */
export const clientTypesFile = new URL('packages/client/src/formlog.d.ts', rootUrl);

const PrettierOptions = Type.Object({ printWidth: Type.Number(), singleQuote: Type.Boolean() });

/** The types of a client, as the service's own description of itself has them. */
export async function generateClientTypes(): Promise<string> {
  const service = await startService();
  try {
    const { text } = await service.inject({ method: 'GET', url: '/openapi.json' });
    const types = astToString(await openapiTS(text));
    const style: unknown = JSON.parse(readFileSync(new URL('.prettierrc.json', rootUrl), 'utf8'));
    const options = { ...Value.Parse(PrettierOptions, style), parser: 'typescript' };
    return await format(`// Generated from /openapi.json by: npm run client\n\n${types}`, options);
  } finally {
    await service.close();
  }
}
