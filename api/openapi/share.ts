type Json = null | boolean | number | string | readonly Json[] | JsonObject;
interface JsonObject {
  readonly [name: string]: Json;
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const map = (value: Json | undefined, change: (member: Json, name: string) => Json): JsonObject =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member, name)]))
    : {};

/**
 * Moves the headers and failures that operations share into components.
 * @param document an OpenAPI document, as JSON text
 */
export function share(document: string): string {
  const headers: Record<string, Json> = {};
  const responses: Record<string, Json> = {};

  function refer(kind: string, kept: Record<string, Json>, name: string, value: Json): Json {
    kept[name] = value;
    return { $ref: `#/components/${kind}/${name}` };
  }

  function shareResponse(response: Json, status: string): Json {
    if (!isObject(response)) return response;
    const slim = {
      ...response,
      headers: map(response['headers'], (header, name) => refer('headers', headers, name, header)),
    };
    return Number(status) < 400 ? slim : refer('responses', responses, nameOf(status, response), slim);
  }

  const whole = JSON.parse(document) as JsonObject;
  const paths = map(whole['paths'], (item) =>
    map(item, (operation) => ({
      ...(isObject(operation) && operation),
      responses: map(isObject(operation) ? operation['responses'] : null, shareResponse),
    })),
  );
  const components = map(whole['components'], (component) => component);
  return JSON.stringify({ ...whole, paths, components: { ...components, headers, responses } });
}

/** Failures of one status differ in their codes alone, which their descriptions list. */
const nameOf = (status: string, { description = '' }: JsonObject): string =>
  [`Failure${status}`, ...(typeof description === 'string' ? description.matchAll(/`(\w+)`/g) : [])]
    .map((code) => (typeof code === 'string' ? code : (code[1] ?? '')))
    .join('.');
