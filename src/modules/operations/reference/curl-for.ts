import type { PlacedOperation } from './api-description.js';

/** A request that can be pasted into a shell once the words in capitals are replaced. */
export function curlFor({ method, path, operation }: PlacedOperation, baseUrl: string): string {
  const { parameters = [], requestBody, security } = operation;
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required === true);
  const query = required.map(({ name }) => `${name}=${placeholder(name)}`).join('&');
  const address = `${baseUrl}${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => placeholder(name))}${query === '' ? '' : `?${query}`}`;
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}'${address}'`];
  // No requirement at all: the route is public.
  if (security?.length !== 0) lines.push(`-H "X-API-Key: $SLUICE_API_KEY"`);
  const content = requestBody?.content ?? {};
  const body = content['application/json']?.example;
  if (body !== undefined) lines.push(`-H 'Content-Type: application/json' -d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`);
  const form = content['multipart/form-data']?.schema.required ?? [];
  for (const field of form) lines.push(`-F ${field}=${field === 'file' ? '@FILE' : placeholder(field)}`);
  return lines.join(' \\\n  ');
}

function placeholder(name: string): string {
  return name.replaceAll(/([A-Z])/g, '_$1').toUpperCase();
}
