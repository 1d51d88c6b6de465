import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { type Caller, requireWorkspace } from '#kernel/caller.js';
import { isId } from '#kernel/ids.js';
import { RetentionRules } from '#modules/retention/index.js';
import { LogRows } from '../pages/log-rows.js';
import { LogFigures, type ErrorGroup, type FigureBucket, type FigureGroups, type FigureRange, type Figures } from './log-figures.js';

/** Counts, durations and cost of runs over time. @throws DomainError forbidden, not-found */
export class GetSummary extends Query<Figures<FigureBucket>> {
  constructor(
    readonly caller: Caller,
    readonly range: FigureRange,
    readonly groups: FigureGroups,
  ) {
    super();
  }
}

/** The errors of failed runs, the most frequent first. @throws DomainError forbidden, not-found */
export class ListErrorGroups extends Query<Figures<ErrorGroup>> {
  constructor(
    readonly caller: Caller,
    readonly range: FigureRange,
  ) {
    super();
  }
}

@QueryHandler(GetSummary)
export class GetSummaryHandler implements IQueryHandler<GetSummary> {
  constructor(
    private readonly rows: LogRows,
    private readonly figures: LogFigures,
    private readonly retention: RetentionRules,
  ) {}

  async execute({ caller, range, groups }: GetSummary): Promise<Figures<FigureBucket>> {
    requireWorkspace(caller, range.workspaceId, 'read');
    await this.rows.catchUp();
    return this.figures.summary(await shown(range, this.retention), groups);
  }
}

@QueryHandler(ListErrorGroups)
export class ListErrorGroupsHandler implements IQueryHandler<ListErrorGroups> {
  constructor(
    private readonly rows: LogRows,
    private readonly figures: LogFigures,
    private readonly retention: RetentionRules,
  ) {}

  async execute({ caller, range }: ListErrorGroups): Promise<Figures<ErrorGroup>> {
    requireWorkspace(caller, range.workspaceId, 'read');
    await this.rows.catchUp();
    return this.figures.errors(await shown(range, this.retention));
  }
}

/** Runs beyond their retention time do not count. */
async function shown(range: FigureRange, retention: RetentionRules): Promise<FigureRange> {
  const since = (await retention.shownSince(range.workspaceId))?.toISOString();
  const workflowIds = range.workflowIds?.filter(isId);
  return { ...range, workflowIds, ...(since === undefined || since <= range.from ? {} : { from: since }) };
}
