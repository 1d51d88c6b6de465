import { IsIn, IsNotEmpty, IsString, Matches, MaxLength, ValidateIf } from 'class-validator';
import { fileFormats, type FileFormat } from '#edge/answer/paged-file.js';
import {
  emptyFilter,
  IsIdentifier,
  IsMoment,
  MayBeAbsent,
  QueryBoolean,
  QueryInteger,
  refuseReversed,
  refuseTogether,
} from '#edge/request/request-fields.js';
import type { Caller } from '#kernel/caller.js';
import { ListAuditLogs, type AskedFilter } from '../queries/list-audit-logs.query.js';

/** The filters of a list of audit entries. */
class AuditLogsRequest {
  /** The workspace of the entries; required without `organizationId`. */
  @ValidateIf(({ workspaceId, organizationId }: AuditLogsRequest) => workspaceId !== undefined || organizationId === undefined)
  @IsIdentifier()
  workspaceId?: string;

  /** Instead of `workspaceId`: only entries about this organization itself, not about its workspaces. */
  @MayBeAbsent()
  @IsIdentifier()
  organizationId?: string;

  /** Only entries with this action, such as `workflow.deployed`. */
  @MayBeAbsent()
  @MaxLength(128)
  @IsNotEmpty({ message: emptyFilter })
  @IsString()
  action?: string;

  /** `a,b,c` */
  @MayBeAbsent()
  @MaxLength(1024)
  @Matches(/[^,\s]/, { message: emptyFilter })
  @IsString()
  resourceType?: string;

  /** Only entries about the resource with this id. */
  @MayBeAbsent()
  @MaxLength(128)
  @IsNotEmpty({ message: emptyFilter })
  @IsString()
  resourceId?: string;

  /** Only entries with this user as the actor. */
  @MayBeAbsent()
  @MaxLength(128)
  @IsNotEmpty({ message: emptyFilter })
  @IsString()
  actorId?: string;

  /** Start of the time span, included. */
  @MayBeAbsent()
  @IsMoment()
  startDate?: string;

  /** End of the time span, included. */
  @MayBeAbsent()
  @IsMoment()
  endDate?: string;

  /** Also entries whose actor is not a member of the organization: former members, and people who never were members. */
  @QueryBoolean()
  includeDeparted = false;

  /** @throws DomainError (invalid) for a period that ends before it begins, or with both a workspace and an organization */
  protected pageOf(caller: Caller, page: ListAuditLogs['page']): ListAuditLogs {
    refuseReversed(this, [['startDate', 'endDate']]);
    refuseTogether(this, 'organizationId', 'workspaceId');
    const scope = this.workspaceId === undefined ? { organizationId: this.organizationId ?? '' } : { workspaceId: this.workspaceId };
    return new ListAuditLogs(caller, scope, this.#filter(), page);
  }

  #filter(): AskedFilter {
    const types = this.resourceType?.split(',').flatMap((type) => type.trim() || []);
    return {
      action: this.action,
      resourceTypes: types && [...new Set(types)].toSorted(),
      resourceId: this.resourceId,
      actorId: this.actorId,
      startDate: this.startDate,
      endDate: this.endDate,
      includeDeparted: this.includeDeparted,
    };
  }
}

/** The query of `GET /api/v1/audit-logs`. */
export class ListAuditLogsRequest extends AuditLogsRequest {
  /** Maximum number of entries on the page. */
  @QueryInteger(1, 100)
  limit = 50;

  /** `nextCursor` of the previous page; absent for the first page. */
  @MayBeAbsent()
  @MaxLength(2048)
  @IsString()
  cursor?: string;

  /** @throws DomainError (invalid) for a period that ends before it begins, or with both a workspace and an organization */
  toMessage(caller: Caller): ListAuditLogs {
    return this.pageOf(caller, { limit: this.limit, cursor: this.cursor });
  }
}

/** The query of `GET /api/v1/audit-logs/export`. */
export class ExportAuditLogsRequest extends AuditLogsRequest {
  /** `jsonl` writes one JSON object on each line; `csv` writes a table for spreadsheets. */
  @IsIn(fileFormats)
  format: FileFormat = 'jsonl';

  /** @throws DomainError (invalid) for a period that ends before it begins, or with both a workspace and an organization */
  toPage(caller: Caller, cursor: string | undefined): ListAuditLogs {
    return this.pageOf(caller, { limit: 1000, cursor });
  }
}
