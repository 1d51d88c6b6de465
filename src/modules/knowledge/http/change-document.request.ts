import { IsBoolean, IsDefined } from 'class-validator';
import { IsText, MayBeAbsent } from '#edge/request/request-fields.js';
import { invalidField } from '#kernel/errors.js';
import { documentTags, type DocumentTags } from '../domain/text/document-tags.js';
import type { DocumentChanges } from '../domain/knowledge-document.decider.js';
import { WorkspaceRequest } from '#edge/request/workspace.request.js';

/**
 * The changes of a document. At least one of them is required.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "enabled": false}
 */
export class ChangeDocumentRequest extends WorkspaceRequest {
  /** New file name. Its extension determines the format. */
  @MayBeAbsent()
  @IsText(255)
  filename?: string;

  /** Whether searches find the document. */
  @MayBeAbsent()
  @IsBoolean()
  enabled?: boolean;

  /** New tags of the document; they replace all existing ones. Values are strings, numbers or booleans. */
  @MayBeAbsent()
  @IsDefined()
  tags?: DocumentTags;

  /** @throws DomainError invalid, also without any change */
  toChanges(): DocumentChanges {
    const { filename, enabled, tags } = this;
    if (filename === undefined && enabled === undefined && tags === undefined) {
      throw invalidField([], 'At least one of enabled, filename and tags must be provided', 'required');
    }
    return {
      ...(filename === undefined ? {} : { filename }),
      ...(enabled === undefined ? {} : { enabled }),
      ...(tags === undefined ? {} : { tags: documentTags(tags) }),
    };
  }
}
