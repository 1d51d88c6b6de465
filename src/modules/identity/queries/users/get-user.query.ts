import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { requireOperator } from '../../domain/authority.js';
import { IdentityViews } from '../identity-views.js';
import type { UserView } from '../../projections/views.js';

/** One user, for operators. */
export class GetUser extends Query<UserView> {
  constructor(
    readonly caller: Caller,
    readonly userId: string,
  ) {
    super();
  }
}

@QueryHandler(GetUser)
export class GetUserHandler implements IQueryHandler<GetUser> {
  constructor(private readonly views: IdentityViews) {}

  async execute({ caller, userId }: GetUser): Promise<UserView> {
    requireOperator(caller);
    return this.views.getUser(userId);
  }
}
