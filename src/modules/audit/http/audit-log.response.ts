import type { JsonObject } from '#kernel/json.js';
import type { AuditEntry } from '../domain/audit-entry.js';

/** Specification 2.14. The address and the user agent of the actor are stored but not shown. */
export interface AuditLogResponse {
  readonly id: string;
  /** The workspace; null for an entry about the organization itself. */
  readonly workspaceId: string | null;
  /** Id of the user who acted; null for the server itself. */
  readonly actorId: string | null;
  /** Name of the actor at the time of the event; null for the server itself. */
  readonly actorName: string | null;
  /** E-mail address of the actor at the time of the event; null for the server itself. */
  readonly actorEmail: string | null;
  /** The action, such as `workflow.deployed`. */
  readonly action: string;
  /** Type of the resource, such as `workflow`. */
  readonly resourceType: string;
  readonly resourceId: string;
  /** Name of the resource at the time of the event; null if it has none. */
  readonly resourceName: string | null;
  /** Description of the event for people. */
  readonly description: string;
  /** Further facts about the action. Changed settings are shown as `before` and `after`. */
  readonly metadata: JsonObject;
  readonly createdAt: string;
}

export function auditLogResponse(entry: AuditEntry): AuditLogResponse {
  const { id, workspaceId, actorId, actorName, actorEmail, action, resourceType, resourceId, resourceName, createdAt } = entry;
  const metadata = entry.keyId === null ? entry.metadata : { ...entry.metadata, apiKeyId: entry.keyId };
  const description = `${sentence(action)}${resourceName === null ? '' : `: ${resourceName}`}`;
  return {
    id,
    workspaceId,
    actorId,
    actorName,
    actorEmail,
    action,
    resourceType,
    resourceId,
    resourceName,
    description,
    metadata,
    createdAt,
  };
}

/** `org_member.role_changed` as "Org member role changed". */
function sentence(action: string): string {
  const words = action.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
