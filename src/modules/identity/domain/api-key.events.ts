import type { KeyKind, Permission } from '#kernel/caller.js';
import { defineEvent, type EventOf } from '#kernel/event.js';

/** Never holds the key, only what lists may show of it. */
export const ApiKeyIssued = defineEvent('api-key.issued')<{
  kind: KeyKind;
  name: string;
  /** On whose behalf the key acts. */
  userId: string;
  workspaceId: string | null;
  displayKey: string;
  expiresAt: string | null;
  /** The most that the key may do anywhere, whatever its user may. */
  scope: Permission;
}>();
export const ApiKeyRevoked = defineEvent('api-key.revoked')<Record<string, never>>();

export const apiKeyEvents = [ApiKeyIssued, ApiKeyRevoked] as const;
export type ApiKeyEvent = EventOf<typeof apiKeyEvents>;
