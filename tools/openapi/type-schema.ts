import ts from 'typescript';
import { commentOf, examplesIn } from './comments.js';
import { decoratedSchema } from './decorated-schema.js';
import { evidentDescription, resourceOf } from './evident-fields.js';
import type { JsonSchema } from './json-schema.js';

interface Component {
  readonly fields: string;
  schema: JsonSchema;
}

/** Converts types of the program to schemas. Named types become components. */
export class TypeSchemas {
  readonly #components = new Map<string, Component>();

  constructor(private readonly checker: ts.TypeChecker) {}

  /** Components by name, in alphabetical order. */
  get components(): Readonly<Record<string, JsonSchema>> {
    const named = [...this.#components].map(([name, { schema }]) => [name, schema] as const);
    return Object.fromEntries(named.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  of(type: ts.Type): JsonSchema {
    const name = nameOf(type);
    if (name === undefined) return this.inline(type);
    if (name === 'Json') return { description: 'Any JSON value.' };
    if (name === 'JsonObject') return { type: 'object', description: 'Any JSON object.', additionalProperties: true };
    return { $ref: `#/components/schemas/${this.#register(name, type)}` };
  }

  #register(name: string, type: ts.Type): string {
    const symbol = type.aliasSymbol ?? type.symbol;
    const known = this.#components.get(name);
    if (known !== undefined) {
      if (known.fields !== this.#fieldsOf(type)) throw new Error(`Two different types are called ${name}. Rename one of them.`);
      return name;
    }
    const entry: Component = { fields: this.#fieldsOf(type), schema: {} };
    this.#components.set(name, entry);
    const [declaration] = symbol.declarations ?? [];
    const comment = declaration === undefined ? undefined : commentOf(declaration);
    entry.schema = {
      ...(comment?.text === undefined ? {} : { description: comment.text }),
      ...this.inline(type),
      ...(comment === undefined ? {} : examplesIn(comment)),
    };
    return name;
  }

  /** Types with the same fields may have the same name. */
  #fieldsOf(type: ts.Type): string {
    return this.checker
      .getPropertiesOfType(type)
      .map(({ name }) => name)
      .toSorted()
      .join();
  }

  /** The schema itself, also if the type has a name. */
  inline(type: ts.Type): JsonSchema {
    const { flags } = type;
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
    if (type.isUnion()) return this.#union(type);
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (flags & ts.TypeFlags.BooleanLiteral) return { const: this.checker.typeToString(type) === 'true' };
    if (flags & (ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral)) return { type: 'string' };
    if (flags & ts.TypeFlags.Number) return { type: 'number' };
    if (flags & ts.TypeFlags.Boolean) return { type: 'boolean' };
    if (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return { type: 'null' };
    if (this.checker.isTupleType(type)) return this.#tuple(type as ts.TypeReference);
    if (this.checker.isArrayType(type)) return { type: 'array', items: this.of(this.#argument(type, 0)) };
    if (/^(Readonly)?Map$/.test(type.symbol?.name ?? '')) return { type: 'object', additionalProperties: this.of(this.#argument(type, 1)) };
    return this.#object(type);
  }

  #argument(type: ts.Type, at: number): ts.Type {
    const argument = this.checker.getTypeArguments(type as ts.TypeReference)[at];
    if (argument === undefined) throw new Error(`${this.checker.typeToString(type)} has no type argument`);
    return argument;
  }

  #tuple(type: ts.TypeReference): JsonSchema {
    return { type: 'array', prefixItems: this.checker.getTypeArguments(type).map((each) => this.of(each)) };
  }

  #union(type: ts.UnionType): JsonSchema {
    const members = type.types.filter(({ flags }) => !(flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)));
    const isNullable = members.some(({ flags }) => flags & ts.TypeFlags.Null);
    const literals = members.filter((member) => member.isStringLiteral() || member.isNumberLiteral());
    const booleans = members.filter(({ flags }) => flags & ts.TypeFlags.BooleanLiteral);
    const others = members.filter(
      (member) => !literals.includes(member as ts.LiteralType as ts.StringLiteralType) && !booleans.includes(member),
    );
    const schemas = others.filter(({ flags }) => !(flags & ts.TypeFlags.Null)).map((member) => this.of(member));
    if (literals.length > 0) schemas.unshift(enumOf(literals.map((literal) => literal.value as string | number)));
    if (booleans.length === 2) schemas.unshift({ type: 'boolean' });
    else if (booleans.length === 1) schemas.unshift(this.inline(booleans[0] as ts.Type));
    return joined(schemas, isNullable);
  }

  #object(type: ts.Type): JsonSchema {
    const properties: Record<string, JsonSchema> = {};
    const required: string[] = [];
    for (const property of this.checker.getPropertiesOfType(type)) {
      const [declaration] = property.declarations ?? [];
      const value = this.checker.getTypeOfSymbol(property);
      if (
        property.name.startsWith('__') ||
        (declaration !== undefined && ts.isAccessor(declaration)) ||
        value.getCallSignatures().length > 0
      )
        continue;
      properties[property.name] = this.#property(property, value, declaration);
      if (!isOptional(property, declaration)) required.push(property.name);
    }
    const index = this.checker.getIndexInfosOfType(type)[0];
    return {
      type: 'object',
      ...(Object.keys(properties).length === 0 ? {} : { properties }),
      ...(required.length === 0 ? {} : { required }),
      ...(index !== undefined ? { additionalProperties: this.of(index.type) } : isRequest(type) ? { additionalProperties: false } : {}),
    };
  }

  #property(property: ts.Symbol, type: ts.Type, declaration: ts.Declaration | undefined): JsonSchema {
    const comment = declaration === undefined ? undefined : commentOf(declaration);
    const plain = this.of(type);
    const text = comment?.text ?? evidentDescription(property.name, type, declaration && resourceOf(declaration));
    const schema = declaration === undefined ? plain : decoratedSchema(plain, declaration, this.checker);
    return {
      ...(/(At|Date)$/.test(property.name) && isText(schema) ? { ...schema, format: 'date-time' } : schema),
      ...(text === undefined ? {} : { description: text }),
      ...(comment === undefined ? {} : examplesIn(comment)),
    };
  }
}

/** Whether the type is declared as (a part of) a request, which the server refuses if it has other fields. */
function isRequest(type: ts.Type): boolean {
  return type.symbol?.declarations?.some((declaration) => declaration.getSourceFile().fileName.endsWith('.request.ts')) ?? false;
}

function isText({ type, enum: choices }: JsonSchema): boolean {
  return choices === undefined && (type === 'string' || (Array.isArray(type) && type.includes('string')));
}

/** Whether a field may be absent: it is optional, or a request field with a default. */
function isOptional(property: ts.Symbol, declaration: ts.Declaration | undefined): boolean {
  if (property.flags & ts.SymbolFlags.Optional) return true;
  return declaration !== undefined && ts.isPropertyDeclaration(declaration) && declaration.initializer !== undefined;
}

function enumOf(values: readonly (string | number)[]): JsonSchema {
  const types = [...new Set(values.map((value) => typeof value))];
  return values.length === 1 && values[0] !== undefined
    ? { const: values[0] }
    : { ...(types[0] === undefined || types.length > 1 ? {} : { type: types[0] }), enum: values };
}

/** Adds `null` to the type or the enumeration if there is only one, else as a separate schema. */
function joined(schemas: readonly JsonSchema[], isNullable: boolean): JsonSchema {
  const [only] = schemas;
  if (schemas.length === 1 && only !== undefined) {
    if (!isNullable) return only;
    const { type, enum: choices } = only;
    if (typeof type === 'string') return { ...only, type: [type, 'null'], ...(choices === undefined ? {} : { enum: [...choices, null] }) };
  }
  const all = isNullable ? [...schemas, { type: 'null' }] : schemas;
  return all.length === 1 && all[0] !== undefined ? all[0] : { anyOf: all };
}

/** The component name of non-generic interfaces, classes and aliases of this project; undefined for types that are written inline. */
function nameOf(type: ts.Type): string | undefined {
  const symbol = type.aliasSymbol ?? type.symbol;
  if (symbol === undefined) return undefined;
  if (symbol.name === 'Json' || symbol.name === 'JsonObject') return symbol.name;
  const isNamed = symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class | ts.SymbolFlags.TypeAlias);
  const isGeneric = (type.aliasTypeArguments?.length ?? 0) > 0 || ((type as ts.TypeReference).typeArguments?.length ?? 0) > 0;
  const isOurs = symbol.declarations?.every((declaration) => !declaration.getSourceFile().fileName.includes('/node_modules/')) ?? false;
  const isObject = (type.flags & ts.TypeFlags.Object) !== 0 || (type.isUnion() && type.aliasSymbol !== undefined);
  if (!isNamed || isGeneric || !isOurs || !isObject) return undefined;
  return symbol.name.replace(/Response$/, '') || symbol.name;
}
