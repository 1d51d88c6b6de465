import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { validateSync, type ValidationError } from 'class-validator';
import { invalid, invalidField, type ErrorDetail } from '#kernel/errors.js';
import { instantiate, knownFields, type RequestClass } from './request-class.js';
import { unknownFields } from './unknown-fields.js';

type Path = readonly (string | number)[];

/**
 * Turns bodies and queries into instances of the request class that the controller names.
 * @throws DomainError invalid, with one detail for each bad or unknown field
 */
@Injectable()
export class ValidationPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || metatype === undefined) return value;
    const fields = knownFields(metatype as RequestClass);
    if (fields.size === 0) return value;
    const plain = type === 'query' ? onceEach(value as Record<string, unknown>, fields) : asObject(value);
    const request = instantiate(metatype as RequestClass, plain);
    const errors = validateSync(request, { stopAtFirstError: true });
    const details = [...unknownFields(type, metatype as RequestClass, plain), ...errors.flatMap((error) => detailsOf(error, []))];
    if (details.length > 0) throw invalid(details);
    return request;
  }
}

function asObject(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidField([], 'The request body must be a JSON object', 'invalid_type');
  return body as Record<string, unknown>;
}

/** The query parser makes a list of a repeated parameter. None of ours is a list. */
function onceEach(query: Record<string, unknown>, fields: ReadonlySet<string>): Record<string, unknown> {
  const repeated = [...fields].filter((field) => Array.isArray(query[field]));
  if (repeated.length > 0)
    throw invalid(repeated.map((field) => ({ path: [field], message: `${field} must be given only once`, code: 'repeated' })));
  return query;
}

function detailsOf({ target, property, value, constraints = {}, children = [] }: ValidationError, parents: Path): ErrorDetail[] {
  const path = [...parents, Array.isArray(target) ? Number(property) : property];
  const name = path.join('.');
  const own = Object.entries(constraints).map(([rule, message]) => {
    if (value === undefined) return { path, message: `${name} is required`, code: 'required' };
    return {
      path,
      message: message.startsWith(property) ? name + message.slice(property.length) : message,
      code: codes.get(rule) ?? 'invalid',
    };
  });
  return [...own, ...children.flatMap((child) => detailsOf(child, path))];
}

/** What kind of mistake a broken rule is; the rules without an entry are plainly `invalid`. */
const codes = new Map([
  ...['isString', 'isBoolean', 'isInt', 'isNumber', 'isObject', 'isArray'].map((rule) => [rule, 'invalid_type'] as const),
  ...['min', 'max', 'isLength', 'minLength', 'maxLength', 'arrayMinSize', 'arrayMaxSize'].map((rule) => [rule, 'out_of_range'] as const),
  ['isIn', 'not_allowed'],
]);
