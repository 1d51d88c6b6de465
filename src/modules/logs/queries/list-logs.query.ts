import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { Page } from '#kernel/page.js';
import type { LogFilter } from './log-filter.js';
import type { LogOrder } from './log-statement.js';
import type { LogView } from './log-view.js';

export interface LogPageRequest {
  readonly limit: number;
  readonly order: LogOrder;
  /** The `nextCursor` of the page before. */
  readonly cursor: string | undefined;
}

/** What to tell of each run besides its row. */
export interface LogInclusions {
  readonly workflow: boolean;
  readonly traceSpans: boolean;
  readonly finalOutput: boolean;
}

export class ListLogs extends Query<Page<LogView>> {
  constructor(
    readonly caller: Caller,
    readonly filter: LogFilter,
    readonly page: LogPageRequest,
    readonly include: LogInclusions,
  ) {
    super();
  }
}
