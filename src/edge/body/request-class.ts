import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, IsObject, ValidateNested } from 'class-validator';

export type RequestClass = new () => object;

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
  const inner = Reflect.getMetadata(nestedKey, type.prototype as object, field) as (() => RequestClass) | undefined;
  return inner === undefined || Array.isArray(value) ? value : instantiate(inner(), value as Record<string, unknown>);
}
