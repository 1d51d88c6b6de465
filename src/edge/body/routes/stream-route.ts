import type { Request } from 'express';
import { unsupportedMedia } from '../body-bytes.js';

const routes = new WeakMap<object, string>();

/** A route that reads its body itself, as it arrives: only its media type has been checked. */
export const TakesStream =
  (mediaType: string): MethodDecorator =>
  (_target, _name, descriptor) => {
    if (typeof descriptor.value === 'function') routes.set(descriptor.value, mediaType);
  };

/** Whether this is such a route. @throws DomainError unsupported-media for a body of another type or a compressed one */
export function takesStream({ headers }: Request, route: object): boolean {
  const mediaType = routes.get(route);
  if (mediaType === undefined) return false;
  const given = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (given !== mediaType) throw unsupportedMedia(`The Content-Type must be ${mediaType}`);
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity')
    throw unsupportedMedia('A compressed request body is not supported');
  return true;
}
