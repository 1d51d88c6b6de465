import { IsIdentifier, MayBeAbsent } from './request-fields.js';
import { invalidField } from '#kernel/errors.js';

/**
 * The workspace of a resource.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001"}
 */
export class WorkspaceRequest {
  @IsIdentifier()
  workspaceId!: string;
}

/**
 * The workspace of a deletion, which is in the body or in the query.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001"}
 */
export class MaybeWorkspaceRequest {
  /** Id of the workspace. Required in the body or in the query. */
  @MayBeAbsent()
  @IsIdentifier()
  workspaceId?: string;
}

/** The body takes precedence. @throws DomainError invalid when neither names a workspace */
export function workspaceOf(body: MaybeWorkspaceRequest, query: MaybeWorkspaceRequest): string {
  const workspaceId = body.workspaceId ?? query.workspaceId;
  if (workspaceId === undefined) throw invalidField('workspaceId', 'workspaceId is required', 'required');
  return workspaceId;
}
