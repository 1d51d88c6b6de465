import { IsIdentifier, MayBeAbsent } from '#edge/request/request-fields.js';

/** The workspace that a run must be of. */
export class LogOfRequest {
  /** Only a run of this workspace. */
  @MayBeAbsent()
  @IsIdentifier()
  workspaceId?: string;
}

/** The workspace of a run that is named by its id alone. */
export class LocatedRunRequest {
  /** The workspace of the run. Needed if callers chose the same id for runs in several workspaces that you can access. */
  @MayBeAbsent()
  @IsIdentifier()
  workspaceId?: string;
}
