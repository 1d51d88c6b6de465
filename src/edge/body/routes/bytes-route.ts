const routes = new WeakSet<object>();

/** A route whose body is the bytes as they arrived, of at most 10 MiB and not compressed: for signatures, which cover them. */
export const TakesBytes = (): MethodDecorator => (_target, _name, descriptor) => {
  if (typeof descriptor.value === 'function') routes.add(descriptor.value);
};

/** Whether this is such a route. */
export function takesBytes(route: object): boolean {
  return routes.has(route);
}
