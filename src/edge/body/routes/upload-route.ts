const routes = new WeakSet<object>();
const mixedRoutes = new WeakSet<object>();

/** A route that takes a form with files and reads it by `Uploads`. No other route takes one. */
export const TakesUpload = (): MethodDecorator => (_target, _name, descriptor) => {
  if (typeof descriptor.value === 'function') routes.add(descriptor.value);
};

/** The same for a route that takes JSON too. A form leaves its declared body empty. */
export const TakesUploadOrJson = (): MethodDecorator => (_target, _name, descriptor) => {
  if (typeof descriptor.value === 'function') mixedRoutes.add(descriptor.value);
};

/** Whether the route reads this request as a form, if the request has one. */
export function takesUploadOrJson(route: object): boolean {
  return mixedRoutes.has(route);
}

export function takesUpload(route: object): boolean {
  return routes.has(route);
}
