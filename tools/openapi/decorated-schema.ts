import ts from 'typescript';
import type { JsonSchema } from './json-schema.js';

type Rule = (argument: (n: number) => unknown) => JsonSchema;

const number = (value: unknown): number => Number(value);

/** The schema keywords of validation decorators. Decorators that are not listed add none. */
const rules: Readonly<Record<string, Rule>> = {
  IsText: (argument) => ({ minLength: 1, maxLength: number(argument(0)) }),
  IsVisibleName: (argument) => ({ minLength: 1, maxLength: number(argument(0)) }),
  IsIdentifier: () => ({ minLength: 1, maxLength: 128, pattern: String.raw`^\S+$` }),
  IsMoment: () => ({ format: 'date-time' }),
  IsEmail: () => ({ format: 'email' }),
  IsUUID: () => ({ format: 'uuid' }),
  IsInt: () => ({ type: 'integer' }),
  IsNumber: () => ({ type: 'number' }),
  Min: (argument) => ({ minimum: number(argument(0)) }),
  Max: (argument) => ({ maximum: number(argument(0)) }),
  MinLength: (argument) => ({ minLength: number(argument(0)) }),
  MaxLength: (argument) => ({ maxLength: number(argument(0)) }),
  Length: (argument) => ({ minLength: number(argument(0)), maxLength: number(argument(1)) }),
  ArrayMinSize: (argument) => ({ minItems: number(argument(0)) }),
  ArrayMaxSize: (argument) => ({ maxItems: number(argument(0)) }),
  ArrayNotEmpty: () => ({ minItems: 1 }),
  QueryInteger: (argument) => ({ type: 'integer', minimum: number(argument(0)), maximum: number(argument(1)) }),
  ClampedInteger: (argument) => ({ type: 'integer', minimum: number(argument(0)), maximum: number(argument(1)) }),
  QueryMilliseconds: () => ({ type: 'integer', description: 'Milliseconds.' }),
};

/** A decorator with `{ each: true }` validates the members of a list. */
const isAboutMembers = (call: ts.CallExpression): boolean => call.arguments.some((argument) => /\beach: true\b/.test(argument.getText()));

export function decoratedSchema(schema: JsonSchema, declaration: ts.Declaration, checker: ts.TypeChecker): JsonSchema {
  let result = schema;
  if (ts.isPropertyDeclaration(declaration)) {
    for (const { expression } of ts.getDecorators(declaration) ?? []) {
      if (!ts.isCallExpression(expression) || isAboutMembers(expression)) continue;
      const more = rules[expression.expression.getText()]?.((n) => valueOf(expression.arguments[n], checker));
      if (more !== undefined) result = { ...result, ...definedOnly(more), ...nullableType(result, more) };
    }
    const preset = valueOf(declaration.initializer, checker);
    if (preset !== undefined) result = { ...result, default: preset };
  }
  return result;
}

/** A decorator names the type of values; where they may be null, they still may. */
function nullableType({ type: former }: JsonSchema, { type }: JsonSchema): JsonSchema {
  const mayBeNull = Array.isArray(former) && former.includes('null');
  return typeof type === 'string' && mayBeNull ? { type: [type, 'null'] } : {};
}

/** The value of a literal or of a named constant. */
function valueOf(node: ts.Expression | undefined, checker: ts.TypeChecker): unknown {
  if (node === undefined) return undefined;
  const type = checker.getTypeAtLocation(node);
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
  if (type.flags & ts.TypeFlags.BooleanLiteral) return checker.typeToString(type) === 'true';
  if (ts.isNumericLiteral(node)) return Number(node.text.replaceAll('_', ''));
  return undefined;
}

function definedOnly(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined && !Number.isNaN(value)));
}
