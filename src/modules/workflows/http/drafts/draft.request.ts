import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsInt, IsString, Max, MaxLength, Min } from 'class-validator';
import { IsIdentifier, MayBeAbsent, QueryInteger } from '#edge/request/request-fields.js';
import type { EditRequest } from '../../commands/edit-draft.command.js';
import { mostOperations } from '../../domain/edits/operation.js';

/** The largest revision that a request may name. */
export const farthest = 2_147_483_647;

/**
 * An edit of a draft.
 * @example {"editId": "edit-1", "base": 2, "label": "Rename a block", "ops": [{"op": "rename", "id": "start", "name": "Begin"}]}
 */
export class EditDraftRequest {
  /** An id that the client chooses. An edit that is sent again with the same id is not applied again. */
  @IsIdentifier()
  editId!: string;

  /** The revision of the draft that the client has changed. */
  @Max(farthest)
  @Min(1)
  @IsInt()
  base!: number;

  /** What the edit is called in the history. */
  @MayBeAbsent()
  @MaxLength(200)
  @IsString()
  label?: string;

  /** The operations, which are applied in this order, all or none. */
  @ArrayMaxSize(mostOperations)
  @ArrayNotEmpty()
  @IsArray()
  ops!: object[];

  toMessage(): EditRequest {
    const { editId, base, label = null, ops } = this;
    return { editId, base, label, ops };
  }
}

/** The query of a draft. */
export class DraftRequest {
  /** A revision of the draft; absent for the present one. */
  @MayBeAbsent()
  @QueryInteger(1, farthest)
  revision?: number;
}

/** The query of the history of a draft in groups. */
export class DraftHistoryRequest {
  /** Only what happened before this revision. */
  @MayBeAbsent()
  @QueryInteger(1, farthest)
  before?: number;
}

/** The query of the authors of the parts of a draft. */
export class DraftBlameRequest {
  /** The part that is asked for, such as `block/<id>/field/<field>`, `block/<id>` or `variable/<id>`. Absent: the whole draft. */
  @MayBeAbsent()
  @MaxLength(700)
  @IsString()
  key?: string;
}

/**
 * The revision to restore.
 * @example {"revision": 2}
 */
export class RestoreDraftRequest {
  /** The revision of the draft that becomes the present one. */
  @Max(farthest)
  @Min(1)
  @IsInt()
  revision!: number;
}

/** The query of the history of a draft. */
export class DraftEditsRequest {
  /** Only changes that made later revisions. */
  @QueryInteger(0, farthest)
  after = 0;

  /** Maximum number of revisions on the page. Revisions that changed the name or the folder of the workflow are left out. */
  @QueryInteger(1, 500)
  limit = 100;
}
