import type { TestApp } from '../test-app.js';

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
}

/** Every route that the application really answers, as `GET /api/v1/workspaces/:id`: asked of its router, not of its decorators. */
export function routesOf({ app }: TestApp): readonly string[] {
  const { router } = app.getHttpAdapter().getInstance() as unknown as { readonly router: { readonly stack: readonly Layer[] } };
  return router.stack.flatMap(({ route }) => {
    if (route === undefined) return [];
    const methods = Object.keys(route.methods).filter((method) => method !== '_all' && method !== 'head');
    return methods.map((method) => `${method.toUpperCase()} ${route.path}`);
  });
}
