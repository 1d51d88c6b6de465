import { permissions, type Permission } from '#kernel/caller.js';

/** Parts of the API that a key can be limited to. */
export const keyAreas = ['execute', 'logs'] as const;
export type KeyArea = (typeof keyAreas)[number];

/** What the `scopes` of a key are made of. */
export const keyScopes = [...permissions, ...keyAreas] as const;

/** The most that a key may do, whatever its user may: `level` everywhere, and more in the areas. */
export interface KeyScope {
  /** Null: nothing outside of the areas. */
  readonly level: Permission | null;
  readonly areas: readonly KeyArea[];
}

/** Each permission includes those before it, so a list of them amounts to its highest. No list at all is no limit. */
export function keyScopeOf(scopes: readonly string[] | undefined): KeyScope {
  if (scopes === undefined) return { level: 'admin', areas: [] };
  return {
    level: permissions.findLast((permission) => scopes.includes(permission)) ?? null,
    areas: keyAreas.filter((area) => scopes.includes(area)),
  };
}

/** What a key may do in an area. */
export const areaLevel: Readonly<Record<KeyArea, Permission>> = { execute: 'write', logs: 'read' };

/** The one place that says where an area is: methods and paths of routes. A route that is missing here is in no area. */
const areas: ReadonlyMap<string, KeyArea> = new Map([
  ['POST /api/workflows/:id/execute', 'execute'],
  ['GET /api/workflows/:id/status', 'execute'],
  ['GET /api/workflows/:id/executions/:executionId', 'execute'],
  ['GET /api/workflows/:id/executions/:executionId/stream', 'execute'],
  ['POST /api/workflows/:id/executions/:executionId/cancel', 'execute'],
  ['POST /api/workflows/:id/executions/:executionId/replay', 'execute'],
  ['POST /api/workflows/:id/executions/:executionId/release', 'execute'],
  ['GET /api/workflows/:id/paused', 'execute'],
  ['GET /api/workflows/:id/paused/:executionId', 'execute'],
  ['GET /api/resume/:workflowId/:executionId', 'execute'],
  ['GET /api/resume/:workflowId/:executionId/:contextId', 'execute'],
  ['POST /api/resume/:workflowId/:executionId/:contextId', 'execute'],
  // The page for answers: a key comes with its form.
  ['POST /resume/:workflowId/:executionId', 'execute'],
  ['GET /api/jobs/:jobId', 'execute'],
  ['POST /api/v2/workflows/:id/execute', 'execute'],
  ['GET /api/v2/workflows/:id/runs/:executionId', 'execute'],
  ['POST /api/v2/workflows/:id/runs/:executionId/cancel', 'execute'],
  ['POST /api/mcp/serve/:serverId', 'execute'],
  ['GET /api/v1/logs', 'logs'],
  ['GET /api/v1/logs/export', 'logs'],
  ['GET /api/v1/logs/summary', 'logs'],
  ['GET /api/v1/logs/errors', 'logs'],
  ['GET /api/v1/logs/changes', 'logs'],
  ['GET /api/v1/logs/bulk/:bulkJobId', 'logs'],
  ['GET /api/v1/logs/:id', 'logs'],
  ['GET /api/v1/logs/executions/:executionId', 'logs'],
  ['GET /api/v1/logs/executions/:executionId/effects', 'logs'],
  ['GET /api/v1/logs/executions/:executionId/compare', 'logs'],
  ['GET /api/v1/logs/executions/:executionId/diagnosis', 'logs'],
  ['GET /api/v1/logs/executions/:executionId/events', 'logs'],
  ['GET /api/v1/logs/executions/:executionId/events/:position', 'logs'],
  ['GET /api/v1/deliveries', 'logs'],
  ['GET /api/v1/deliveries/:deliveryId', 'logs'],
  ['GET /api/v1/deliveries/replays/:replayId', 'logs'],
]);

/** Routes that belong to an area. A check compares them with the routes that exist. */
export const routesInAreas: readonly string[] = [...areas.keys()];

export function areaOf(method: string, path: string): KeyArea | undefined {
  return areas.get(`${method === 'HEAD' ? 'GET' : method} ${path}`);
}
