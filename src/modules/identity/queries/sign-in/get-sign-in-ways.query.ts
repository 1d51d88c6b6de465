import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { FirstPerson } from './first-person.js';

/** How people sign in to this installation. */
export interface SignInWays {
  /** Whether a user has a password. Until then, the link that the server prints when it starts leads to the first one. */
  readonly isSetUp: boolean;
}

export class GetSignInWays extends Query<SignInWays> {}

@QueryHandler(GetSignInWays)
export class GetSignInWaysHandler implements IQueryHandler<GetSignInWays> {
  constructor(private readonly first: FirstPerson) {}

  async execute(): Promise<SignInWays> {
    return { isSetUp: await this.first.isThere() };
  }
}
