import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, IsObject, ValidateNested } from 'class-validator';

export type RequestClass = new () => object;

/** The fields of the objects within a field: those of a request class, or a list of names. */
export type InnerFields = (() => RequestClass) | readonly string[];

const nestedKey = 'sluice:nested';
const known = new WeakMap<RequestClass, ReadonlySet<string>>();

/** A field that is an object with a separate request class. Objects without this decorator are accepted unchanged. */
export function Nested(type: () => RequestClass): PropertyDecorator {
  return (target, property) => {
    IsObject()(target, property);
    ValidateNested()(target, property);
    Reflect.defineMetadata(nestedKey, type, target, property);
  };
}

/** A field that is an object, or a list of objects, with no other fields than these. Its values are checked elsewhere. */
export function HoldsOnly(fields: readonly string[]): PropertyDecorator {
  return Reflect.metadata(nestedKey, fields);
}

/** The fields that a class has rules for; none for a class that is not a request class. */
export function knownFields(type: RequestClass): ReadonlySet<string> {
  let fields = known.get(type);
  if (fields === undefined) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
    fields = new Set(rules.map(({ propertyName }) => propertyName));
    known.set(type, fields);
  }
  return fields;
}

/** The fields of the objects within a field; undefined if they are free. */
export function innerFields(type: RequestClass, field: string): InnerFields | undefined {
  return Reflect.getMetadata(nestedKey, type.prototype as object, field) as InnerFields | undefined;
}

/**
 * An instance with the known fields of the input; the others are dropped. Only scalars go through class-transformer:
 * in free-form objects it would drop keys such as `toString`.
 */
export function instantiate(type: RequestClass, plain: Readonly<Record<string, unknown>>): object {
  const scalars: Record<string, unknown> = {};
  const objects: Record<string, unknown> = {};
  for (const field of knownFields(type)) {
    if (!Object.hasOwn(plain, field)) continue;
    const value = plain[field];
    if (typeof value === 'object' && value !== null) objects[field] = nested(type, field, value);
    else scalars[field] = value;
  }
  return Object.assign(plainToInstance(type, scalars), objects);
}

function nested(type: RequestClass, field: string, value: object): unknown {
  const inner = innerFields(type, field);
  return typeof inner !== 'function' || Array.isArray(value) ? value : instantiate(inner(), value as Record<string, unknown>);
}
