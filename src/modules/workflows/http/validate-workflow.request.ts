import { IsDefined, IsObject } from 'class-validator';
import { MayBeAbsent } from '#edge/request/request-fields.js';
import { WorkspaceRequest } from '#edge/request/workspace.request.js';

/**
 * What to validate in place of the draft.
 * @example {}
 */
export class ValidateDraftRequest {
  /** The workflow document. Absent: the draft. */
  @MayBeAbsent()
  @IsObject()
  state?: object;
}

/**
 * A document to validate as a new workflow.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "workflow": {"version": "1.0", "state": {"blocks": {}, "edges": []}}}
 */
export class ValidateDocumentRequest extends WorkspaceRequest {
  /** The exported document, or its JSON text. */
  @IsDefined()
  workflow: unknown;
}
