import type { Express } from 'express';

interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): unknown;
}

/** The methods that some route offers at a path, sorted; empty when no route has this path. */
export function allowedMethods(app: Express, path: string): readonly string[] {
  const methods = new Set<string>();
  for (const layer of app.router.stack as unknown as readonly Layer[]) {
    if (layer.route === undefined || !matches(layer, path)) continue;
    for (const method of Object.keys(layer.route.methods)) methods.add(method.toUpperCase());
  }
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].toSorted();
}

function matches(layer: Layer, path: string): boolean {
  try {
    return Boolean(layer.match(path));
  } catch {
    // A path that cannot be decoded matches nothing.
    return false;
  }
}
