import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { requireUnlimitedPersonalKey } from '../../domain/authority.js';
import { Sessions, type OpenSession } from './sessions.js';

/** Where the caller is signed in, the newest first. */
export class ListSessions extends Query<readonly OpenSession[]> {
  constructor(readonly caller: Caller) {
    super();
  }
}

@QueryHandler(ListSessions)
export class ListSessionsHandler implements IQueryHandler<ListSessions> {
  constructor(private readonly sessions: Sessions) {}

  execute({ caller }: ListSessions): Promise<readonly OpenSession[]> {
    requireUnlimitedPersonalKey(caller);
    return this.sessions.openOf(caller.userId);
  }
}
