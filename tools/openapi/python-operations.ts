import { operationGroups, pagedList, type Placed } from './client-groups.js';
import type { OpenApi } from './document.js';
import type { JsonSchema } from './json-schema.js';
import type { Operation } from './operation.js';
import { capital, docstring, PythonTypes, snake } from './python-types.js';

/** What differs between the client that waits and the one that awaits. */
interface Manner {
  readonly prefix: string;
  readonly def: string;
  readonly wait: string;
  readonly transport: string;
  readonly from: string;
}

const waiting: Manner = { prefix: '', def: 'def', wait: '', transport: 'SyncTransport', from: '..client' };
const awaiting: Manner = { prefix: 'Async', def: 'async def', wait: 'await ', transport: 'AsyncTransport', from: '..async_client' };
const note = '# Made from docs/openapi.json by `npm run openapi`.';

/** The modules of the Python client by their names. */
export function pythonModules(description: OpenApi): ReadonlyMap<string, string> {
  const types = new PythonTypes(description.components.schemas);
  const operations = operationsModule(description, types, waiting);
  const asyncOperations = operationsModule(description, types, awaiting);
  return new Map([
    [
      'types',
      `${note}\nfrom __future__ import annotations\n\nfrom typing import Any, Dict, List, Literal, TypeAlias, TypedDict\n\n\n${types.text()}`,
    ],
    ['operations', operations],
    ['async_operations', asyncOperations],
  ]);
}

function operationsModule(description: OpenApi, types: PythonTypes, manner: Manner): string {
  const groups = operationGroups(description);
  const writer = new GroupWriter(types, description.components.schemas, manner);
  const classes = [...groups].map(([name, operations]) => writer.group(name, operations));
  const fields = [...groups.keys()].map((name) => `        self.${snake(name)} = ${writer.className(name)}(transport)`);
  const { prefix, transport, from } = manner;
  const typing = ['Any', 'Dict', 'List', 'Literal', 'Optional'].filter((word) =>
    classes.some((text) => new RegExp(`\\b${word}\\b`).test(text)),
  );
  return `${note}
from __future__ import annotations

from typing import TYPE_CHECKING, ${typing.join(', ')}

from ..downloads import ${prefix}Download
from ..paged import ${prefix}Paged
from ..transport import Request, segment
from ..uploads import Source, Upload
from . import types as t

if TYPE_CHECKING:
    from ${from} import ${transport}


${classes.join('\n\n')}

class ${prefix}Operations:
    """Every operation of the API, in groups."""

    def __init__(self, transport: ${transport}) -> None:
${fields.join('\n')}
`;
}

/** An argument of a method, and what of the request it becomes. */
interface Argument {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly words?: string | undefined;
}

class GroupWriter {
  constructor(
    private readonly types: PythonTypes,
    private readonly schemas: OpenApi['components']['schemas'],
    private readonly manner: Manner,
  ) {}

  className(group: string): string {
    return `${this.manner.prefix}${capital(group)}Operations`;
  }

  group(name: string, operations: readonly Placed[]): string {
    const methods = operations.map((each) => this.#method(each));
    return `class ${this.className(name)}:
    def __init__(self, transport: ${this.manner.transport}) -> None:
        self._transport = transport

${methods.join('\n')}`;
  }

  #method({ method, path, operation }: Placed): string {
    const place = operation.operationId.split('.').map(capital).join('');
    const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => snake(id));
    const query = this.#queryArguments(operation, place);
    const body = this.#body(operation, place);
    const own = [...body.named, ...query].toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
    const named = [...own, { name: 'timeout', type: 'float', isRequired: false }];
    const parameters = ['self', ...ids.map((id) => `${id}: str`), ...body.placed.map(parameterText), '*', ...named.map(parameterText)];
    const fields = (operation.parameters ?? [])
      .filter((parameter) => parameter.in === 'query')
      .map(({ name }) => `${JSON.stringify(name)}: ${snake(name)}`);
    const address = path.replaceAll(/\{(\w+)\}/g, (_, id: string) => `{segment(${snake(id)})}`);
    const request = [
      JSON.stringify(method.toUpperCase()),
      `${ids.length === 0 ? '' : 'f'}${JSON.stringify(address)}`,
      ...(fields.length === 0 ? [] : [`query={${fields.join(', ')}}`]),
      ...body.field,
      ...(operation['x-idempotent'] === false ? ['repeatable=False'] : []),
    ];
    const words = [operation.summary, operation.description].filter((part) => part !== undefined).join('. ');
    const head = (def: string, type: string): string =>
      `    ${def} ${snake(operation.operationId.split('.')[1] ?? '')}(\n        ${parameters.join(',\n        ')},\n    ) -> ${type}:\n${docstring(allWords(words, own), '        ')}`;
    return this.#call(head, request, operation, place);
  }

  #call(head: (def: string, type: string) => string, request: readonly string[], operation: Operation, place: string): string {
    const { prefix, def, wait } = this.manner;
    const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
    const json = success?.content?.['application/json'];
    if (json === undefined) {
      const accept = `accept=${JSON.stringify(Object.keys(success?.content ?? {})[0] ?? '*/*')}`;
      return `${head(def, `${prefix}Download`)}        return ${wait}self._transport.download(Request(${[...request, accept].join(', ')}), timeout)\n`;
    }
    const type = this.#type(json.schema, `${place}Answer`);
    const paged = pagedList(operation, json.schema, this.schemas);
    if (paged === undefined) {
      return `${head(def, type)}        answer: ${type} = ${wait}self._transport.json(Request(${request.join(', ')}), timeout)\n        return answer\n`;
    }
    const page = json.schema.$ref?.split('/').at(-1) ?? `${place}Answer`;
    const item = this.#type(paged.items, `${page}${capital(paged.list.replace(/^data\./, ''))}Item`);
    const { by } = paged;
    const turned = request.map((part) => {
      const next = part.replace(`"${by}": ${by}`, `"${by}": ${by} if behind is None else behind`);
      // An offset beside a cursor counts for the first page only.
      return by === 'cursor' ? next.replace('"offset": offset', '"offset": offset if behind is None else None') : next;
    });
    return `${head('def', `${prefix}Paged[${item}, ${type}]`)}
        ${def} load(behind: Any) -> ${type}:
            answer: ${type} = ${wait}self._transport.json(Request(${turned.join(', ')}), timeout)
            return answer

        return ${prefix}Paged(${JSON.stringify(paged.list)}, load)
`;
  }

  #queryArguments({ parameters = [] }: Operation, place: string): readonly Argument[] {
    return parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, required = false, schema, description }) => ({
        name: snake(name),
        type: this.#type(schema, `${place}${capital(name)}`),
        isRequired: required,
        words: description,
      }));
  }

  /** Forms become arguments of their own; everything else is one. */
  #body(
    { requestBody }: Operation,
    place: string,
  ): { readonly placed: readonly Argument[]; readonly named: readonly Argument[]; readonly field: readonly string[] } {
    const [[media, content] = []] = Object.entries(requestBody?.content ?? {});
    if (media === undefined || content === undefined) return { placed: [], named: [], field: [] };
    const { schema } = content;
    if (media === 'multipart/form-data') {
      const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => ({ name, isFile: field.format === 'binary', field }));
      return {
        placed: [],
        named: fields.map(({ name, isFile, field }) => ({
          name: snake(name),
          type: isFile ? 'Upload' : 'str',
          isRequired: schema.required?.includes(name) ?? false,
          words: field.description,
        })),
        field: [
          `form={${fields.map(({ name, isFile }) => `${JSON.stringify(name)}: ${isFile ? `Source(${snake(name)})` : snake(name)}`).join(', ')}}`,
        ],
      };
    }
    if (media !== 'application/json') {
      const field = [`content=Source(content)`, `content_type=${JSON.stringify(media)}`];
      return { placed: [{ name: 'content', type: 'Upload', isRequired: true }], named: [], field };
    }
    const isRequired = (this.#resolved(schema).required ?? []).length > 0;
    return { placed: [{ name: 'body', type: this.#type(schema, `${place}Body`), isRequired }], named: [], field: ['body=body'] };
  }

  #resolved(schema: JsonSchema): JsonSchema {
    return schema.$ref === undefined ? schema : (this.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  }

  /** Names of declared types stand behind the name of their module. */
  #type(schema: JsonSchema, name: string): string {
    return this.types
      .of(schema, name)
      .replaceAll(/"[^"]*"|\b[A-Z]\w*\b/g, (word) => (builtIn.has(word) || word.startsWith('"') ? word : `t.${word}`));
  }
}

const builtIn = new Set(['Any', 'Dict', 'List', 'Literal', 'None', 'True', 'False']);

function parameterText({ name, type, isRequired }: Argument): string {
  return isRequired ? `${name}: ${type}` : `${name}: Optional[${type}] = None`;
}

function allWords(words: string, own: readonly Argument[]): string {
  const told = own.filter((argument) => argument.words !== undefined);
  if (told.length === 0) return words;
  return `${words}\n\n${told.map((argument) => `${argument.name}: ${argument.words ?? ''}`).join('\n')}\n`;
}
