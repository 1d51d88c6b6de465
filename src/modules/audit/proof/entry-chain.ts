import { hash } from 'node:crypto';
import type { AuditEntry } from '../domain/audit-entry.js';
import { canonicalJson } from './canonical-json.js';

/** What the first entry of a chain follows. */
export const chainStart = '';

/** The canonical JSON of an entry. Its names are known, so they stand here in their order instead of being sorted each time. */
export function entryText(entry: AuditEntry): string {
  const text = (value: string | number | null): string => JSON.stringify(value);
  return (
    `{"action":${text(entry.action)},"actorEmail":${text(entry.actorEmail)},"actorId":${text(entry.actorId)},"actorName":${text(entry.actorName)},` +
    `"chain":${text(entry.chain)},"createdAt":${text(entry.createdAt)},"id":${text(entry.id)},"ip":${text(entry.ip)},"keyId":${text(entry.keyId)},` +
    `"metadata":${canonicalJson(entry.metadata)},"requestId":${text(entry.requestId)},"resourceId":${text(entry.resourceId)},` +
    `"resourceName":${text(entry.resourceName)},"resourceType":${text(entry.resourceType)},"seq":${text(entry.seq)},` +
    `"userAgent":${text(entry.userAgent)},"workspaceId":${text(entry.workspaceId)}}`
  );
}

/** SHA-256, as base64url, over the hash before it, a line break and the canonical text of the entry. */
export function entryHash(previous: string, text: string): string {
  return hash('sha256', `${previous}\n${text}`, 'base64url');
}

/** The line of an entry in an export. */
export function entryLine(text: string, entryHash: string): string {
  return `{"entry":${text},"hash":"${entryHash}"}`;
}
