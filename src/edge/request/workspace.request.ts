import { IsIdentifier, MayBeAbsent } from './request-fields.js';
import { invalidField } from '#kernel/errors.js';

/**
 * In which workspace a thing is, or is to be.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001"}
 */
export class WorkspaceRequest {
  @IsIdentifier()
  workspaceId!: string;
}

/**
 * For deletions, whose workspace stands in the body or in the query.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001"}
 */
export class MaybeWorkspaceRequest {
  @MayBeAbsent()
  @IsIdentifier()
  workspaceId?: string;
}

/** The body comes first. @throws DomainError invalid when neither names one */
export function workspaceOf(body: MaybeWorkspaceRequest, query: MaybeWorkspaceRequest): string {
  const workspaceId = body.workspaceId ?? query.workspaceId;
  if (workspaceId === undefined) throw invalidField('workspaceId', 'workspaceId is required', 'required');
  return workspaceId;
}
