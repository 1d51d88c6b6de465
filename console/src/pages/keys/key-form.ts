import type { WantedKey } from '../../api/api-keys.js';

/** What a key can be limited to, in words. */
export const scopeWords = {
  read: 'Read everything',
  write: 'Read and change workflows and data',
  admin: 'Manage the workspace',
  execute: 'Run workflows and answer their questions',
  logs: 'Read runs',
} as const;

export type Scope = keyof typeof scopeWords;

export interface KeyForm {
  readonly name: string;
  /** Empty: everything that its user may. */
  readonly scopes: readonly Scope[];
  /** A local day, until whose end the key counts. */
  readonly until: string;
  /** Addresses and ranges, with commas, spaces or lines between them. */
  readonly addresses: string;
}

export function scopesText(scopes: readonly string[]): string {
  return scopes.length === 0 ? 'everything' : scopes.join(', ');
}

/** The request that the form asks for. */
export function wantedKey({ name, scopes, until, addresses }: KeyForm): WantedKey {
  const allowedIps = addresses.split(/[\s,]+/).filter((part) => part !== '');
  return {
    name: name.trim(),
    expiresAt: until === '' ? null : new Date(`${until}T23:59:59.999`).toISOString(),
    ...(scopes.length > 0 && { scopes }),
    ...(allowedIps.length > 0 && { allowedIps }),
  };
}
