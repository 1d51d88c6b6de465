const routes = new WeakSet<object>();

/** A route that takes a form with files and reads it by `Uploads`. No other route takes one. */
export const TakesUpload = (): MethodDecorator => (_target, _name, descriptor) => {
  if (typeof descriptor.value === 'function') routes.add(descriptor.value);
};

export function takesUpload(route: object): boolean {
  return routes.has(route);
}
