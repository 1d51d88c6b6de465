import { settings } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import type { KeyArea } from '../domain/keys/key-scope.js';
import type { KeyKind, Permission } from '#kernel/caller.js';

export interface ApiKeyRow {
  readonly id: string;
  readonly kind: KeyKind;
  readonly name: string;
  readonly userId: string;
  readonly workspaceId: string | null;
  /** Beginning and end of the key. */
  readonly displayKey: string;
  readonly scope: Permission | null;
  readonly areas: readonly KeyArea[];
  /** Addresses and CIDR ranges that the key can be used from. Empty: all addresses. */
  readonly allowedIps: readonly string[];
  readonly createdAt: string;
  /** When the key expires; null if it never does. */
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

export const apiKeyModel = new ReadModel<ApiKeyRow, 'id'>({
  table: 'api_key',
  key: ['id'],
  kept: settings('revoked keys stay, so that logs can name them'),
  columns: {
    id: { type: 'uuid' },
    kind: { type: 'text' },
    name: { type: 'text' },
    userId: { type: 'uuid' },
    workspaceId: { type: 'uuid', nullable: true },
    displayKey: { type: 'text' },
    scope: { type: 'text', nullable: true },
    areas: { type: 'text[]' },
    allowedIps: { type: 'text[]' },
    createdAt: { type: 'timestamptz' },
    expiresAt: { type: 'timestamptz', nullable: true },
    revokedAt: { type: 'timestamptz', nullable: true },
  },
});
