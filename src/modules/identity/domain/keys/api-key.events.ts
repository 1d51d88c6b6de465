import { audited, settingsOf, type AuditLine } from '#kernel/audit-line.js';
import type { KeyKind, Permission } from '#kernel/caller.js';
import { defineEvent, type EventOf } from '#kernel/event.js';
import { defineStream } from '#kernel/stream.js';
import type { KeyArea } from './key-scope.js';

/** Never holds the key, only what lists may show of it. */
export const ApiKeyIssued = defineEvent('api-key.issued')<{
  kind: KeyKind;
  name: string;
  /** On whose behalf the key acts. */
  userId: string;
  workspaceId: string | null;
  displayKey: string;
  expiresAt: string | null;
  /** The most that the key may do anywhere, whatever its user may; null: nothing outside of its areas. */
  scope: Permission | null;
  areas: readonly KeyArea[];
  /** Addresses and ranges that the key may be used from; none: from anywhere. */
  allowedIps: readonly string[];
}>((v1) => ({ ...v1, areas: [], allowedIps: [] }));
/** The key has another value from now on. Former ones still count until then. */
export const ApiKeyRotated = defineEvent('api-key.rotated')<{ displayKey: string; formerUntil: string }>();
/** How the key is from now on. */
export const ApiKeyChanged = defineEvent('api-key.changed')<{ name: string; expiresAt: string | null; allowedIps: readonly string[] }>();
export const ApiKeyRevoked = defineEvent('api-key.revoked')<Record<string, never>>();

export const apiKeyEvents = [ApiKeyIssued, ApiKeyRotated, ApiKeyChanged, ApiKeyRevoked] as const;
export type ApiKeyEvent = EventOf<typeof apiKeyEvents>;
export const apiKeyStream = defineStream('api-key', 'ledger', apiKeyEvents);

const keyAction = (workspaceId: string | null, what: string): string =>
  workspaceId === null ? `personal_api_key.${what}` : `api_key.${what}`;

export const apiKeyAudit: readonly AuditLine[] = [
  audited(ApiKeyIssued, 'api_key.created', 'api_key', ({ name, userId, workspaceId, scope, areas, allowedIps, expiresAt }) => ({
    action: keyAction(workspaceId, 'created'),
    name,
    details: { userId },
    settings: settingsOf({ scope, areas, allowedIps, expiresAt }),
  })),
  audited(ApiKeyRotated, 'api_key.updated', 'api_key', ({ formerUntil }, { workspaceId }) => ({
    action: keyAction(workspaceId, 'updated'),
    details: { rotated: true, formerUntil },
  })),
  audited(ApiKeyChanged, 'api_key.updated', 'api_key', ({ name, expiresAt, allowedIps }, { workspaceId }) => ({
    action: keyAction(workspaceId, 'updated'),
    name,
    settings: settingsOf({ expiresAt, allowedIps }),
  })),
  audited(ApiKeyRevoked, 'api_key.revoked', 'api_key', (_, { workspaceId }) => ({ action: keyAction(workspaceId, 'revoked') })),
];
