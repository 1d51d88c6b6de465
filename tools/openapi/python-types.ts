import type { JsonSchema } from './json-schema.js';

const keywords = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);
const plain: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
  array: 'List[Any]',
  object: 'Dict[str, Any]',
};

/** Writes schemas as Python types. Objects without a name are declared under the one of the place where they stand. */
export class PythonTypes {
  readonly #declarations = new Map<string, string>();

  constructor(schemas: Readonly<Record<string, JsonSchema>>) {
    for (const [name, schema] of Object.entries(schemas)) this.#declare(name, schema);
  }

  /** All that was declared. Names are understood at the end of the module, so that order means nothing. */
  text(): string {
    return [...this.#declarations.values()].join('\n\n');
  }

  /** @param name of the object if one has to be declared */
  of(schema: JsonSchema, name: string): string {
    const { $ref, anyOf, enum: choices, items, properties, additionalProperties } = schema;
    if ($ref !== undefined) return $ref.split('/').at(-1) ?? '';
    if (anyOf !== undefined) return this.#union(anyOf, name);
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (choices !== undefined) return `Literal[${choices.map(literal).join(', ')}]`;
    if (items !== undefined) return `List[${this.of(items, `${name}Item`)}]`;
    if (properties !== undefined) {
      this.#declare(name, schema);
      return name;
    }
    if (typeof additionalProperties === 'object') return `Dict[str, ${this.of(additionalProperties, `${name}Value`)}]`;
    return [...new Set([schema.type ?? []].flat().map((type) => plain[type] ?? 'Any'))].join(' | ') || 'Any';
  }

  #union(parts: readonly JsonSchema[], name: string): string {
    const types = parts.map((part, index) => this.of(part, `${name}${capital(choiceName(part) ?? String(index + 1))}`));
    return [...new Set(types)].join(' | ');
  }

  #declare(name: string, schema: JsonSchema): void {
    if (!this.#declarations.has(name)) this.#declarations.set(name, this.#declaration(name, schema));
  }

  #declaration(name: string, schema: JsonSchema): string {
    const { properties, required = [], description } = schema;
    if (properties === undefined) return `${name}: TypeAlias = ${JSON.stringify(this.of(schema, name))}\n${docstring(description, '')}`;
    const types = Object.entries(properties).map(([key, field]) => ({
      key,
      type: this.of(field, `${name}${capital(key)}`),
      words: field.description,
      isRequired: required.includes(key),
    }));
    const certain = types.filter(({ isRequired }) => isRequired);
    const possible = types.filter(({ isRequired }) => !isRequired);
    // Fields that may be missing stand in a class of their own: a mark for single fields came with Python 3.11.
    if (possible.length === 0) return typedDict(name, certain, { words: description });
    if (certain.length === 0) return typedDict(name, possible, { words: description, isPartial: true });
    const parent = `_${name}Required`;
    return `${typedDict(parent, certain, {})}\n\n${typedDict(name, possible, { words: description, isPartial: true, parent })}`;
  }
}

interface Field {
  readonly key: string;
  readonly type: string;
  readonly words: string | undefined;
}

interface Manner {
  readonly words?: string | undefined;
  readonly isPartial?: boolean;
  readonly parent?: string;
}

function typedDict(name: string, fields: readonly Field[], { words, isPartial = false, parent = 'TypedDict' }: Manner): string {
  const odd = fields.filter(({ key }) => !isName(key));
  const total = isPartial ? ', total=False' : '';
  const entries = odd.map(({ key, type }) => `${JSON.stringify(key)}: ${JSON.stringify(type)}`);
  // What is no name in Python can be a field only of a class that is made by a call.
  const oddClass =
    odd.length === 0 ? '' : `_${name}Odd = TypedDict(${JSON.stringify(`_${name}Odd`)}, {${entries.join(', ')}}${total})\n\n\n`;
  const parents = odd.length === 0 ? [parent] : [`_${name}Odd`, ...(parent === 'TypedDict' ? [] : [parent])];
  const lines = fields
    .filter(({ key }) => isName(key))
    .map((field) => `    ${field.key}: ${field.type}\n${docstring(field.words, '    ')}`);
  const body = `${docstring(words, '    ')}${lines.join('')}`;
  return `${oddClass}class ${name}(${parents.join(', ')}${total}):\n${body === '' ? '    pass\n' : body}`;
}

function isName(key: string): boolean {
  return /^[A-Za-z_]\w*$/.test(key) && !keywords.has(key);
}

/** What tells one choice of a union from the others. */
function choiceName({ properties = {}, required = [] }: JsonSchema): string | undefined {
  const marks = Object.values(properties).map(({ const: mark }) => mark);
  const named = marks.find((mark) => typeof mark === 'string') ?? required.at(-1);
  return typeof named === 'string' ? named : undefined;
}

function literal(value: string | number | boolean | null): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

/** `tableRows` as `TableRows`. */
export function capital(name: string): string {
  const word = name.replaceAll(/\W+(\w?)/g, (_, next: string) => next.toUpperCase());
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/** `tableRows` as `table_rows`; with an underscore behind it where Python needs the word itself. */
export function snake(name: string): string {
  const word = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return keywords.has(word) ? `${word}_` : word;
}

export function docstring(words: string | undefined, indent: string): string {
  if (words === undefined || words === '') return '';
  const text = words.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '" ');
  return `${indent}"""${text.replaceAll('\n', `\n${indent}`)}"""\n`;
}
