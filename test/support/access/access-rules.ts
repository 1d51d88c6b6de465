import type { JsonObject } from '#kernel/json.js';
import { greeting } from '../workflow-api.js';
import type { Made, Territory } from './territory.js';

/**
 * What a route needs: a level in the workspace that it is about, to run the server (`operator`) or to administer some organization (`founder`), to own the organization (`owner`) or to administer it (`steward`), an
 * unlimited personal key or a session (`self`), a session (`session`), that of an admin of the organization that it is about (`auditor`), some valid key (`key`; `scoped`: one that is not limited to other routes), or nothing (`public`).
 */
type Need =
  | 'read'
  | 'write'
  | 'admin'
  | 'operator'
  | 'founder'
  | 'owner'
  | 'steward'
  | 'auditor'
  | 'self'
  | 'session'
  | 'key'
  | 'scoped'
  | 'public';

export interface AccessRule {
  readonly needs: Need;
  /** Where the workspace is named: by the ids in the path, or by `workspaceId` in the query or the body. */
  readonly by: 'path' | 'query' | 'body' | 'nothing';
  /** What it takes is a form with a file of this name, in the workspace. */
  readonly form?: () => string;
  readonly body?: (there: Territory, made: Made) => JsonObject;
  /** What it needs in the query beside the workspace. */
  readonly query?: (there: Territory) => string;
  /** An object that is created for each caller that passes, because the request consumes it. */
  readonly uses?: keyof Made;
  /** For routes that keys may be limited to. */
  readonly area?: 'execute' | 'logs';
  /** The body is a CSV file. */
  readonly csv?: true;
  /** Passing would end what the other cells need; its own specs show that it works. */
  readonly refusalsOnly?: true;
  /** Admins come in with a personal key where the workspace refuses those. */
  readonly anyKey?: true;
}

const inPath = (needs: Need, more: Partial<AccessRule> = {}): AccessRule => ({ needs, by: 'path', ...more });
const inQuery = (needs: Need, more: Partial<AccessRule> = {}): AccessRule => ({ needs, by: 'query', ...more });
const anywhere = (needs: Need, more: Partial<AccessRule> = {}): AccessRule => ({ needs, by: 'nothing', ...more });
const runs = (needs: Need, more: Partial<AccessRule> = {}): AccessRule => inPath(needs, { area: 'execute', ...more });

let named = 0;
const aName = (): string => `matrix ${(named += 1)}`;
const name = (): JsonObject => ({ name: aName() });
const inBody = (more: () => JsonObject): Partial<AccessRule> => ({ by: 'body', body: ({ workspaceId }) => ({ workspaceId, ...more() }) });

/** Who may call each route. A route that is not in here fails the suite, and so does a line without a route. */
export const accessRules: Readonly<Record<string, AccessRule>> = {
  'GET /health/live': anywhere('public'),
  'GET /health/ready': anywhere('public'),
  'GET /metrics': anywhere('public'),
  'GET /openapi.json': anywhere('public'),
  'GET /docs': anywhere('public'),
  'GET /docs/plain': anywhere('public'),
  'GET /docs/:script': anywhere('public'),
  'GET /resume/:workflowId/:executionId': anywhere('public'),
  'POST /resume/:workflowId/:executionId': anywhere('public', { area: 'execute' }),
  'GET /api/webhooks/test/:token': anywhere('public'),
  'POST /api/webhooks/test/:token': anywhere('public'),
  'GET /api/webhooks/trigger/:path': anywhere('public'),
  'POST /api/webhooks/trigger/:path': anywhere('public'),
  'PUT /api/webhooks/trigger/:path': anywhere('public'),
  'PATCH /api/webhooks/trigger/:path': anywhere('public'),
  'DELETE /api/webhooks/trigger/:path': anywhere('public'),

  'POST /api/workflows/:id/execute': runs('write', { body: () => ({}) }),
  'GET /api/workflows/:id/status': runs('read'),
  'GET /api/workflows/:id/executions/:executionId': runs('read'),
  'GET /api/workflows/:id/executions/:executionId/stream': runs('read'),
  'POST /api/workflows/:id/executions/:executionId/cancel': runs('write'),
  'POST /api/workflows/:id/executions/:executionId/replay': runs('write', { body: () => ({ mode: 'recorded' }) }),
  'POST /api/workflows/:id/executions/:executionId/release': runs('write'),
  'GET /api/jobs/:jobId': runs('read'),
  'GET /api/workflows/:id/paused': runs('read'),
  'GET /api/workflows/:id/paused/:executionId': runs('read'),
  'GET /api/resume/:workflowId/:executionId': runs('read'),
  'GET /api/resume/:workflowId/:executionId/:contextId': runs('read'),
  'POST /api/resume/:workflowId/:executionId/:contextId': runs('write', { body: () => ({ input: {} }) }),
  'POST /api/v2/workflows/:id/execute': runs('write', { body: () => ({}) }),
  'GET /api/v2/workflows/:id/runs/:executionId': runs('read'),
  'POST /api/v2/workflows/:id/runs/:executionId/cancel': runs('write'),
  'GET /api/v1/blocks': anywhere('key'),
  'GET /api/users/me/usage-limits': anywhere('key'),
  'GET /api/v1/usage': inQuery('read'),

  'GET /chat/:identifier': anywhere('public'),
  'GET /chat/assets/:file': anywhere('public'),
  'GET /api/chat': inQuery('admin'),
  'POST /api/chat': inPath('admin', { body: ({ workflowId }) => ({ workflowId, identifier: `matrix-${(named += 1)}`, title: 'Matrix' }) }),
  'GET /api/chat/validate': anywhere('key'),
  'GET /api/chat/manage/:chatId': inPath('admin'),
  'PATCH /api/chat/manage/:chatId': inPath('admin', { body: () => ({ title: aName() }) }),
  'DELETE /api/chat/manage/:chatId': inPath('admin', { uses: 'chatId' }),
  'GET /api/chat/:identifier': anywhere('public'),
  'POST /api/chat/:identifier': anywhere('public'),
  'POST /api/chat/:identifier/otp': anywhere('public'),
  'PUT /api/chat/:identifier/otp': anywhere('public'),
  'POST /api/chat/:identifier/sso': anywhere('public'),
  'GET /api/chat/:identifier/sso/:provider': anywhere('public'),
  'GET /api/chat/:identifier/conversations': anywhere('public'),
  'GET /api/chat/:identifier/conversations/:conversationId': anywhere('public'),
  'GET /api/chat/:identifier/conversations/:conversationId/stream': anywhere('public'),

  'GET /api/v1/triggers': inQuery('read'),
  'GET /api/v1/triggers/:triggerId': inPath('read'),
  'PATCH /api/v1/triggers/:triggerId': inPath('write', { body: () => ({ failureLimit: 100 }) }),
  'GET /api/v1/deliveries': inQuery('read', { area: 'logs' }),
  'GET /api/v1/deliveries/:deliveryId': inPath('read', { area: 'logs' }),
  'POST /api/v1/deliveries/:deliveryId/replay': inPath('write', { body: () => ({}) }),
  'POST /api/v1/deliveries/replay': anywhere(
    'write',
    inBody(() => ({ outcome: 'poisoned' })),
  ),
  'GET /api/v1/deliveries/replays/:replayId': inPath('read', { area: 'logs' }),
  'POST /api/v1/deliveries/replays/:replayId/cancel': inPath('write'),
  'GET /api/schedules': inQuery('read'),
  'GET /api/schedules/:scheduleId': inPath('read'),
  'PUT /api/schedules/:scheduleId': inPath('write', { body: () => ({ action: 'reactivate' }) }),
  'POST /api/v1/triggers/:scheduleId/fire': inPath('write'),
  'POST /api/v1/triggers/:scheduleId/backfill': inPath('write', { body: () => ({ from: '2026-01-01', to: '2026-01-02' }) }),
  'POST /api/v1/triggers/:triggerId/listen': inPath('write'),
  'POST /api/v1/triggers/:triggerId/rotate-secret': inPath('write', { body: () => ({}) }),
  'POST /api/v1/workflows/:id/listen': inPath('write', { body: () => ({ triggerBlockId: 'hook' }) }),
  'GET /api/v1/triggers/:triggerId/listen/:listenToken': inPath('read'),

  'GET /api/v1/pauses': inQuery('read'),
  'GET /api/v1/logs': inQuery('read', { area: 'logs' }),
  'GET /api/v1/logs/export': inQuery('read', { area: 'logs' }),
  'GET /api/v1/logs/summary': inQuery('read', { area: 'logs' }),
  'GET /api/v1/logs/errors': inQuery('read', { area: 'logs' }),
  'GET /api/v1/logs/changes': inQuery('read', { area: 'logs' }),
  'POST /api/v1/logs/bulk': anywhere(
    'write',
    inBody(() => ({ action: 'cancel', executionIds: ['nothing'] })),
  ),
  'POST /api/v1/logs/bulk/count': anywhere(
    'write',
    inBody(() => ({ action: 'cancel', executionIds: ['nothing'] })),
  ),
  'GET /api/v1/logs/bulk/:bulkJobId': inPath('read', { area: 'logs' }),
  'POST /api/v1/logs/bulk/:bulkJobId/stop': inPath('write'),
  'GET /api/v1/logs/:id': inPath('read', { area: 'logs' }),
  'GET /api/v1/logs/executions/:executionId': inPath('read', { area: 'logs' }),
  'GET /api/v1/logs/executions/:executionId/effects': inPath('read', { area: 'logs' }),
  'GET /api/v1/logs/executions/:executionId/compare': inPath('read', {
    area: 'logs',
    query: ({ executionId }) => `?with=${executionId}`,
  }),
  'GET /api/v1/logs/executions/:executionId/diagnosis': inPath('read', { area: 'logs' }),
  'GET /api/v1/logs/executions/:executionId/events': inPath('read', { area: 'logs' }),
  'GET /api/v1/logs/executions/:executionId/events/:position': inPath('read', { area: 'logs' }),
  'PUT /api/v1/logs/executions/:executionId/hold': inPath('admin', { body: () => ({ reason: 'A dispute' }) }),
  'GET /api/v1/logs/executions/:executionId/hold': inPath('admin'),
  'DELETE /api/v1/logs/executions/:executionId/hold': inPath('admin'),

  'GET /api/v1/audit-logs': inQuery('auditor'),
  'GET /api/v1/audit-logs/export': inQuery('auditor'),
  'GET /api/v1/audit-logs/archive': inQuery('auditor'),
  'GET /api/v1/audit-logs/checkpoint': inQuery('auditor'),
  'GET /api/v1/audit-logs/public-key': anywhere('key'),
  'GET /api/v1/audit-logs/:id': inPath('auditor'),
  'GET /api/v1/audit-logs/:id/proof': inPath('auditor', { refusalsOnly: true }),

  'GET /api/v1/workspaces': anywhere('scoped'),
  'POST /api/v1/workspaces': anywhere('founder', { body: name }),
  'GET /api/v1/workspaces/:id': inPath('read'),
  'PATCH /api/v1/workspaces/:id': inPath('admin', { body: name, anyKey: true }),
  'DELETE /api/v1/workspaces/:id': inPath('admin', { refusalsOnly: true }),
  'GET /api/v1/workspaces/:id/members': inPath('admin'),
  'POST /api/v1/workspaces/:id/members': inPath('admin', { uses: 'user', body: (_, { user }) => ({ email: user, permission: 'read' }) }),
  'PATCH /api/v1/workspaces/:id/members/:userId': inPath('admin', { uses: 'userId', body: () => ({ permission: 'write' }) }),
  'DELETE /api/v1/workspaces/:id/members/:userId': inPath('admin', { uses: 'userId' }),
  'GET /api/v1/workspaces/:id/api-keys': inPath('admin'),
  'POST /api/v1/workspaces/:id/api-keys': inPath('admin', { body: name }),
  'POST /api/v1/workspaces/:id/api-keys/:keyId/rotate': inPath('admin', { uses: 'keyId', body: () => ({}) }),
  'PATCH /api/v1/workspaces/:id/api-keys/:keyId': inPath('admin', { uses: 'keyId', body: name }),
  'GET /api/v1/workspaces/:id/invitations': inPath('admin'),
  'POST /api/v1/workspaces/:id/invitations': inPath('admin', {
    body: () => ({ email: `${aName().replace(' ', '-')}@example.org`, permission: 'read' }),
  }),
  'DELETE /api/v1/workspaces/:id/invitations/:invitationId': inPath('admin', { refusalsOnly: true }),
  'DELETE /api/v1/workspaces/:id/api-keys/:keyId': inPath('admin', { uses: 'keyId' }),
  'GET /api/v1/workspaces/:id/environment': inPath('admin'),
  'PUT /api/v1/workspaces/:id/environment': inPath('admin', { body: () => ({ variables: { MATRIX: '1' } }) }),

  'GET /api/v1/users/me/api-keys': anywhere('self'),
  'POST /api/v1/users/me/api-keys': anywhere('self', { body: name }),
  'POST /api/v1/users/me/api-keys/:keyId/rotate': anywhere('self', { refusalsOnly: true }),
  'PATCH /api/v1/users/me/api-keys/:keyId': anywhere('self', { refusalsOnly: true, body: name }),
  'DELETE /api/v1/users/me/api-keys/:keyId': anywhere('self', { refusalsOnly: true }),
  'GET /api/v1/session': anywhere('key'),
  'POST /api/v1/session': anywhere('public'),
  'DELETE /api/v1/session': anywhere('session', { refusalsOnly: true }),
  'POST /api/v1/session/confirm': anywhere('session', { refusalsOnly: true, body: () => ({ password: 'x' }) }),
  'POST /api/v1/session/confirm/provider': anywhere('session', { refusalsOnly: true, body: () => ({ provider: 'x' }) }),
  'GET /api/v1/users/me/identities': anywhere('session', { refusalsOnly: true }),
  'POST /api/v1/users/me/identities': anywhere('session', { refusalsOnly: true, body: () => ({ provider: 'x' }) }),
  'DELETE /api/v1/users/me/identities/:id': anywhere('session', { refusalsOnly: true }),
  'GET /auth/oidc/:provider': anywhere('public'),
  'GET /auth/oidc/:provider/callback': anywhere('public'),
  'GET /api/v1/sign-in': anywhere('public'),
  'GET /api/v1/links/invitation': anywhere('public'),
  'POST /api/v1/links/invitation': anywhere('public'),
  'POST /api/v1/links/invitation/join': anywhere('session', { refusalsOnly: true, body: () => ({ token: 'x' }) }),
  'GET /api/v1/links/setup': anywhere('public'),
  'POST /api/v1/links/setup': anywhere('public'),
  'GET /api/v1/links/recovery': anywhere('public'),
  'POST /api/v1/links/recovery': anywhere('public'),
  'GET /api/v1/users/me/sessions': anywhere('self'),
  'DELETE /api/v1/users/me/sessions': anywhere('self', { refusalsOnly: true }),
  'DELETE /api/v1/users/me/sessions/:id': anywhere('self', { refusalsOnly: true }),
  'GET /api/v1/users/me/second-factor': anywhere('session', { refusalsOnly: true }),
  'POST /api/v1/users/me/second-factor': anywhere('session', { refusalsOnly: true }),
  'POST /api/v1/users/me/second-factor/enable': anywhere('session', { refusalsOnly: true, body: () => ({ code: '000000' }) }),
  'POST /api/v1/users/me/second-factor/recovery-codes': anywhere('session', { refusalsOnly: true }),
  'DELETE /api/v1/users/me/second-factor': anywhere('session', { refusalsOnly: true }),
  'PUT /api/v1/users/me/password': anywhere('session', { refusalsOnly: true, body: () => ({ password: 'x', newPassword: 'y' }) }),
  'POST /api/v1/users/:id/recovery-link': anywhere('operator'),
  'PATCH /api/v1/users/me': anywhere('self', { body: name }),
  'GET /api/v1/operator/status': anywhere('operator'),
  'GET /api/v1/users': anywhere('operator'),
  'POST /api/v1/users': anywhere('operator', { body: () => ({ email: `${aName().replace(' ', '-')}@example.org`, name: 'M' }) }),
  'GET /api/v1/users/:id': anywhere('operator'),
  'PATCH /api/v1/users/:id': anywhere('operator', { body: () => ({ suspended: false }) }),
  'GET /api/v1/users/:id/api-keys': anywhere('operator'),
  'POST /api/v1/users/:id/api-keys': anywhere('operator', { body: name }),
  'POST /api/v1/users/:id/api-keys/:keyId/rotate': anywhere('operator', { refusalsOnly: true }),
  'PATCH /api/v1/users/:id/api-keys/:keyId': anywhere('operator', { refusalsOnly: true, body: name }),
  'DELETE /api/v1/users/:id/api-keys/:keyId': anywhere('operator', { refusalsOnly: true }),
  'GET /api/v1/organizations': anywhere('operator'),
  'POST /api/v1/organizations': anywhere('operator', { body: name }),
  'GET /api/v1/organizations/:id': inPath('steward'),
  'PATCH /api/v1/organizations/:id': inPath('operator', { body: name }),
  'GET /api/v1/organizations/:id/sign-in-policy': inPath('steward'),
  'PUT /api/v1/organizations/:id/sign-in-policy': inPath('owner', { body: () => ({ requireSecondFactor: false, allowPasswords: true }) }),
  'GET /api/v1/organizations/:id/members': inPath('owner'),
  'POST /api/v1/organizations/:id/members': inPath('owner', { uses: 'user', body: (_, { user }) => ({ email: user, role: 'member' }) }),
  'PATCH /api/v1/organizations/:id/members/:userId': inPath('owner', { refusalsOnly: true, body: () => ({ role: 'member' }) }),
  'DELETE /api/v1/organizations/:id/members/:userId': inPath('owner', { refusalsOnly: true }),
  'GET /api/v1/organizations/:id/invitations': inPath('owner'),
  'POST /api/v1/organizations/:id/invitations': inPath('owner', {
    body: () => ({ email: `${aName().replace(' ', '-')}@example.org`, role: 'member' }),
  }),
  'DELETE /api/v1/organizations/:id/invitations/:invitationId': inPath('owner', { refusalsOnly: true }),
  'GET /api/v1/invitations': anywhere('self'),
  'POST /api/v1/invitations/:id/accept': anywhere('self', { refusalsOnly: true }),
  'POST /api/v1/invitations/:id/decline': anywhere('self', { refusalsOnly: true }),

  'GET /api/v1/folders': inQuery('read'),
  'POST /api/v1/folders': anywhere('write', inBody(name)),
  'PATCH /api/v1/folders/:id': inPath('write', { uses: 'folderId', body: name }),
  'DELETE /api/v1/folders/:id': inPath('write', { uses: 'folderId' }),
  'GET /api/v1/workflows': inQuery('read'),
  'POST /api/v1/workflows': anywhere('write', inBody(name)),
  'POST /api/v1/workflows/import': anywhere(
    'write',
    inBody(() => ({ workflow: { version: '1.0', state: greeting() } })),
  ),
  'GET /api/v1/workflows/:id': inPath('read'),
  'PATCH /api/v1/workflows/:id': inPath('write', { uses: 'workflowId', body: name }),
  'DELETE /api/v1/workflows/:id': inPath('write', { uses: 'workflowId' }),
  'GET /api/v1/workflows/:id/state': inPath('read'),
  'GET /api/v1/workflows/:id/draft': inPath('read'),
  'PATCH /api/v1/workflows/:id/draft': inPath('write', {
    uses: 'workflowId',
    body: () => ({ editId: 'an-edit', base: 1, ops: [{ op: 'metadata', name: 'color', value: 'blue' }] }),
  }),
  'GET /api/v1/workflows/:id/draft/edits': inPath('read'),
  'GET /api/v1/workflows/:id/draft/stream': inPath('read'),
  'GET /api/v1/workflows/:id/draft/history': inPath('read'),
  'GET /api/v1/workflows/:id/draft/blame': inPath('read'),
  'POST /api/v1/workflows/:id/draft/restore': inPath('write', { uses: 'workflowId', body: () => ({ revision: 1 }) }),
  'POST /api/v1/workflows/:id/draft/presence': inPath('read', { body: () => ({ client: 'a-tab' }) }),
  'PUT /api/v1/workflows/:id/state': inPath('write', { uses: 'workflowId', body: () => ({ state: greeting() }) }),
  'POST /api/v1/workflows/validate': anywhere(
    'write',
    inBody(() => ({ workflow: { state: greeting() } })),
  ),
  'POST /api/v1/workflows/:id/run': inPath('write', { body: () => ({}) }),
  'POST /api/v1/workflows/:id/draft/runs': inPath('write', { body: () => ({}) }),
  'POST /api/v1/workflows/:id/validate': inPath('write', { body: () => ({}) }),
  'GET /api/v1/workflows/:id/openapi.json': inPath('read'),
  'GET /api/v1/workflows/:id/export': inPath('read'),
  'POST /api/v1/workflows/:id/deploy': inPath('admin', { uses: 'workflowId' }),
  'DELETE /api/v1/workflows/:id/deploy': inPath('admin', { uses: 'workflowId' }),
  'POST /api/v1/workflows/:id/rollback': inPath('admin', { body: () => ({ version: 1 }) }),
  'GET /api/v1/workflows/:id/versions': inPath('admin'),
  'GET /api/v1/workflows/:id/versions/:version': inPath('read'),
  'PATCH /api/v1/workflows/:id/versions/:version': inPath('admin', { body: () => ({ name: 'Spring prices' }) }),

  'GET /api/v1/tables': inQuery('read'),
  'POST /api/v1/tables': anywhere(
    'write',
    inBody(() => ({ name: aName().replace(' ', '_'), schema: { columns: [{ name: 'a', type: 'string' }] } })),
  ),
  'GET /api/v1/tables/:tableId': inQuery('read'),
  'DELETE /api/v1/tables/:tableId': inQuery('write', { uses: 'tableId' }),
  'POST /api/v1/tables/:tableId/columns': anywhere(
    'write',
    inBody(() => ({ column: { name: aName().replace(' ', '_'), type: 'string' } })),
  ),
  'PATCH /api/v1/tables/:tableId/columns': anywhere(
    'write',
    inBody(() => ({ columnName: 'a', updates: { indexed: true } })),
  ),
  'DELETE /api/v1/tables/:tableId/columns': anywhere('write', { uses: 'tableId', ...inBody(() => ({ columnName: 'b' })) }),
  'POST /api/v1/tables/:tableId/import': inQuery('write', { csv: true }),
  'GET /api/v1/tables/:tableId/export': inQuery('read'),
  'GET /api/v1/tables/:tableId/rows': inQuery('read'),
  'POST /api/v1/tables/:tableId/rows': anywhere(
    'write',
    inBody(() => ({ data: { a: aName() } })),
  ),
  'PUT /api/v1/tables/:tableId/rows': anywhere(
    'write',
    inBody(() => ({ filter: { a: 'none' }, data: { a: 'some' } })),
  ),
  'POST /api/v1/tables/:tableId/rows/batch': anywhere('write', {
    refusalsOnly: true,
    ...inBody(() => ({ updates: [{ rowId: '0197a5e0-0000-7000-8000-000000000009', data: {} }] })),
  }),
  'DELETE /api/v1/tables/:tableId/rows': anywhere(
    'write',
    inBody(() => ({ filter: { a: 'none' } })),
  ),
  'POST /api/v1/tables/:tableId/rows/upsert': anywhere(
    'write',
    inBody(() => ({ data: { b: aName() } })),
  ),
  'GET /api/v1/tables/:tableId/rows/:rowId': inQuery('read'),
  'PATCH /api/v1/tables/:tableId/rows/:rowId': anywhere(
    'write',
    inBody(() => ({ data: { a: aName() } })),
  ),
  'DELETE /api/v1/tables/:tableId/rows/:rowId': anywhere('write', { refusalsOnly: true, ...inBody(() => ({})) }),
  'GET /api/v1/tables/:tableId/rows/:rowId/history': inQuery('read'),
  'POST /api/v1/tables/:tableId/rows/:rowId/history/:changeId/undo': anywhere('write', { refusalsOnly: true, ...inBody(() => ({})) }),

  'GET /api/v1/files': inQuery('read'),
  'POST /api/v1/files': anywhere('write', { by: 'body', form: aName }),
  'GET /api/v1/files/:fileId': inQuery('read'),
  'DELETE /api/v1/files/:fileId': inQuery('write', { uses: 'fileId' }),

  'GET /api/v1/memory': inQuery('read'),
  'GET /api/v1/models': inQuery('read'),
  'GET /api/v1/models/health': inQuery('read'),
  'POST /api/v1/models/test': anywhere('write', {
    by: 'body',
    body: ({ workspaceId }) => ({ workspaceId, name: 'openai' }),
    refusalsOnly: true,
  }),
  'GET /api/v1/model-providers': inQuery('read'),
  'POST /api/v1/model-providers': anywhere(
    'admin',
    inBody(() => ({ ...name(), kind: 'openai' })),
  ),
  'PATCH /api/v1/model-providers/:providerId': inPath('admin', { body: name }),
  'DELETE /api/v1/model-providers/:providerId': inPath('admin', { uses: 'providerId' }),
  'POST /api/v1/model-providers/:providerId/test': inPath('admin', { refusalsOnly: true }),
  'GET /api/v1/mcp-servers': inQuery('read'),
  'POST /api/v1/mcp-servers': anywhere(
    'write',
    inBody(() => ({ ...name(), url: 'https://mcp.example.com/mcp' })),
  ),
  'GET /api/v1/mcp-servers/:mcpServerId': inPath('read'),
  'PATCH /api/v1/mcp-servers/:mcpServerId': inPath('write', { body: name }),
  'DELETE /api/v1/mcp-servers/:mcpServerId': inPath('admin', { uses: 'mcpServerId' }),
  'POST /api/v1/mcp-servers/:mcpServerId/test': inPath('write', { refusalsOnly: true }),
  'POST /api/v1/mcp-servers/:mcpServerId/refresh': inPath('write', { refusalsOnly: true }),
  'POST /api/v1/mcp-servers/:mcpServerId/authorization': anywhere('session', { refusalsOnly: true }),
  'GET /auth/mcp/callback': anywhere('public'),
  'GET /api/v1/mcp-servers/:mcpServerId/tools': inPath('read', { refusalsOnly: true }),
  'POST /api/mcp/serve/:serverId': anywhere('public', { area: 'execute' }),
  'GET /.well-known/oauth-protected-resource/api/mcp/serve/:serverId': anywhere('public', { refusalsOnly: true }),
  'GET /api/mcp/discover': anywhere('scoped'),
  'GET /api/mcp/workflow-servers': inQuery('read'),
  'POST /api/mcp/workflow-servers': anywhere('write', inBody(name)),
  'GET /api/mcp/workflow-servers/:serverId': inPath('read'),
  'PATCH /api/mcp/workflow-servers/:serverId': inPath('write', { body: name }),
  'DELETE /api/mcp/workflow-servers/:serverId': inPath('admin', { uses: 'serverId' }),
  'GET /api/mcp/workflow-servers/:serverId/tools': inPath('read'),
  'POST /api/mcp/workflow-servers/:serverId/tools': inPath('write', { uses: 'workflowId', body: (_, { workflowId }) => ({ workflowId }) }),
  'PATCH /api/mcp/workflow-servers/:serverId/tools/:toolId': inPath('write', { body: () => ({ toolDescription: aName() }) }),
  'DELETE /api/mcp/workflow-servers/:serverId/tools/:toolId': inPath('write', { uses: 'toolId' }),
  'GET /api/v1/memory/:conversationId': inQuery('read'),
  'GET /api/v1/memory/:conversationId/export': inQuery('read'),
  'DELETE /api/v1/memory/:conversationId': inQuery('write', { uses: 'conversationId' }),

  'GET /api/v1/knowledge': inQuery('read'),
  'POST /api/v1/knowledge': anywhere('write', inBody(name)),
  'POST /api/v1/knowledge/search': anywhere('write', {
    by: 'body',
    body: ({ workspaceId, knowledgeBaseId }) => ({ workspaceId, knowledgeBaseIds: knowledgeBaseId, query: 'x' }),
  }),
  'GET /api/v1/knowledge/:knowledgeBaseId': inQuery('read'),
  'PUT /api/v1/knowledge/:knowledgeBaseId': anywhere('write', inBody(name)),
  'DELETE /api/v1/knowledge/:knowledgeBaseId': inQuery('write', { uses: 'knowledgeBaseId' }),
  'GET /api/v1/knowledge/:knowledgeBaseId/documents': inQuery('read'),
  'POST /api/v1/knowledge/:knowledgeBaseId/documents': anywhere('write', { by: 'body', form: () => `${aName()}.txt` }),
  'GET /api/v1/knowledge/:knowledgeBaseId/documents/:documentId': inQuery('read'),
  'GET /api/v1/knowledge/:knowledgeBaseId/documents/:documentId/chunks': inQuery('read'),
  'PATCH /api/v1/knowledge/:knowledgeBaseId/documents/:documentId': anywhere(
    'write',
    inBody(() => ({ enabled: true })),
  ),
  'DELETE /api/v1/knowledge/:knowledgeBaseId/documents/:documentId': inQuery('write', { refusalsOnly: true }),
  'POST /api/v1/knowledge/:knowledgeBaseId/documents/:documentId/reprocess': anywhere('write', {
    refusalsOnly: true,
    ...inBody(() => ({})),
  }),
};
