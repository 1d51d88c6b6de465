import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { requireOperator } from '../domain/authority.js';
import { IdentityViews } from './identity-views.js';
import type { UserView } from './views.js';
import { GetUser } from './get-user.query.js';

@QueryHandler(GetUser)
export class GetUserHandler implements IQueryHandler<GetUser> {
  constructor(private readonly views: IdentityViews) {}

  async execute({ caller, userId }: GetUser): Promise<UserView> {
    requireOperator(caller);
    return this.views.getUser(userId);
  }
}
