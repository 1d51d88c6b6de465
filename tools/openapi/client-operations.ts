import { operationGroups, pagedList, type Placed } from './client-groups.js';
import { comment, typeOf } from './client-types.js';
import type { OpenApi } from './document.js';
import type { JsonSchema } from './json-schema.js';
import type { Operation } from './operation.js';

const prefix = 'Api.';

/** The groups of operations of the TypeScript client. */
export function clientOperations(description: OpenApi): string {
  const groups = operationGroups(description);
  const classes = [...groups].map(([name, operations]) => groupClass(name, operations, description.components.schemas));
  const fields = [...groups.keys()].map((name) => `readonly ${name}: ${className(name)};`);
  const inits = [...groups.keys()].map((name) => `this.${name} = new ${className(name)}(transport);`);
  return `// Made from docs/openapi.json by \`npm run openapi\`.
import type { CallOptions, Transport } from '../transport.js';
import { behindCursor, behindPart, Paged } from '../paged.js';
import type { Upload } from '../upload.js';
import type * as Api from './types.js';

${classes.join('\n')}
/** Every operation of the API, in groups. */
export class Operations {
${fields.join('\n')}

constructor(transport: Transport) {
${inits.join('\n')}
}
}
`;
}

/** The types of all named schemas. */
export function clientTypes({ components }: OpenApi): string {
  const types = Object.entries(components.schemas).map(
    ([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema)};\n`,
  );
  return `// Made from docs/openapi.json by \`npm run openapi\`.\n\n${types.join('\n')}`;
}

function className(group: string): string {
  return `${group.charAt(0).toUpperCase()}${group.slice(1)}Operations`;
}

function groupClass(name: string, operations: readonly Placed[], schemas: OpenApi['components']['schemas']): string {
  return `export class ${className(name)} {
readonly #transport: Transport;

constructor(transport: Transport) {
this.#transport = transport;
}

${operations.map((each) => method(each, schemas)).join('\n\n')}
}
`;
}

function method({ method: verb, path, operation }: Placed, schemas: OpenApi['components']['schemas']): string {
  const name = operation.operationId.split('.')[1] ?? '';
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => id);
  const query = queryType(operation);
  const body = bodyOf(operation);
  const answer = answerOf(operation);
  const paged = answer.schema === undefined ? undefined : pagedList(operation, answer.schema, schemas);
  const parameters = [
    ...ids.map((id) => `${id}: string`),
    ...(body === undefined ? [] : [body.parameter]),
    ...(query === undefined ? [] : [query]),
  ];
  const repeatable = operation['x-idempotent'] === false ? ', repeatable: false' : '';
  const address = path.replaceAll(/\{(\w+)\}/g, (_, id: string) => `\${encodeURIComponent(${id})}`);
  const request = `{ method: '${verb.toUpperCase()}', path: \`${address}\`${query === undefined ? '' : ', query'}${body?.field ?? ''}${answer.accept}${repeatable} }`;
  const words = comment([operation.summary, operation.description].filter((part) => part !== undefined).join('. ') || undefined);
  if (paged !== undefined) {
    return `${words}${name}(${[...parameters, 'options: CallOptions = {}'].join(', ')}): Paged<${typeOf(paged.items, prefix)}, ${answer.type}> {
const request = ${request};
return new Paged(
(more) => this.#transport.json<${answer.type}>({ ...request, query: { ...query, ...more } }, options),
(page) => page.${paged.list},
(page) => ${paged.by === 'cursor' ? 'behindCursor' : 'behindPart'}(page.${paged.from}),
);
}`;
  }
  return `${words}${name}(${[...parameters, 'options: CallOptions = {}'].join(', ')}): Promise<${answer.type}> {
return this.#transport.${answer.call}(${request}, options);
}`;
}

function queryType({ parameters = [] }: Operation): string | undefined {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  if (query.length === 0) return undefined;
  const fields = query.map(
    ({ name, required, schema, description }) =>
      `${comment(description)}readonly ${name}${required === true ? '' : '?'}: ${typeOf(schema, prefix)};`,
  );
  return `query: {\n${fields.join('\n')}\n}${query.some(({ required }) => required) ? '' : ' = {}'}`;
}

interface Body {
  readonly parameter: string;
  readonly field: string;
}

function bodyOf({ requestBody }: Operation): Body | undefined {
  const [[media, content] = []] = Object.entries(requestBody?.content ?? {});
  if (media === undefined || content === undefined) return undefined;
  if (media === 'multipart/form-data') return { parameter: `form: ${formType(content.schema)}`, field: ', form' };
  if (media !== 'application/json') return { parameter: 'content: Upload', field: `, content, contentType: '${media}'` };
  const type = typeOf(content.schema, prefix);
  const isOptional = type === 'unknown' && requestBody?.required === false;
  return { parameter: `body${isOptional ? '?' : ''}: ${type}`, field: ', body' };
}

function formType({ properties = {}, required = [] }: JsonSchema): string {
  const fields = Object.entries(properties).map(
    ([name, { format, description }]) =>
      `${comment(description)}readonly ${name}${required.includes(name) ? '' : '?'}: ${format === 'binary' ? 'Upload' : 'string'};`,
  );
  return `{\n${fields.join('\n')}\n}`;
}

interface Answer {
  readonly type: string;
  readonly call: string;
  readonly accept: string;
  readonly schema?: JsonSchema;
}

function answerOf({ responses }: Operation): Answer {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const content = success?.content ?? {};
  const json = content['application/json'];
  if (json !== undefined)
    return { type: typeOf(json.schema, prefix), call: `json<${typeOf(json.schema, prefix)}>`, accept: '', schema: json.schema };
  return { type: 'Response', call: 'response', accept: `, accept: '${Object.keys(content)[0] ?? '*/*'}'` };
}
