import { mostUnknown, unknownNames, type Place } from '#edge/request/unknown-names.js';
import type { ErrorDetail } from '#kernel/errors.js';
import { innerFields, knownFields, type InnerFields, type RequestClass } from './request-class.js';

type Fields = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

const lenient = new WeakSet<object>();

/** A request class of a route that published clients call: its unknown parameters and fields are ignored. Subclasses are strict. */
export const IgnoresUnknownNames = (): ClassDecorator => (type) => void lenient.add(type);

/**
 * One problem for each field of a query or a body that its request class does not have, also in nested objects. Objects that may contain
 * any field have none.
 */
export function unknownFields(place: Place, type: RequestClass, plain: Fields): readonly ErrorDetail[] {
  return lenient.has(type) ? [] : inClass(place, type, plain, []).slice(0, mostUnknown);
}

function inClass(place: Place, type: RequestClass, plain: Fields, parents: Path): readonly ErrorDetail[] {
  const known = knownFields(type);
  const own = unknownNames(place, Object.keys(plain), known, parents);
  const inner = [...known].flatMap((field) => {
    const fields = innerFields(type, field);
    return fields === undefined || !Object.hasOwn(plain, field) ? [] : within(place, fields, plain[field], [...parents, field]);
  });
  return [...own, ...inner];
}

/** Values that are not objects are refused by the rules of the field. */
function within(place: Place, fields: InnerFields, value: unknown, path: Path): readonly ErrorDetail[] {
  if (typeof value !== 'object' || value === null) return [];
  if (typeof fields === 'function') return Array.isArray(value) ? [] : inClass(place, fields(), value as Fields, path);
  if (!Array.isArray(value)) return unknownNames(place, Object.keys(value), fields, path);
  return value.flatMap((each: unknown, at) => (Array.isArray(each) ? [] : within(place, fields, each, [...path, at])));
}
