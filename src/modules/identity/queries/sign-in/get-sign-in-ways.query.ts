import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Config } from '#host/config/config.js';
import { FirstPerson } from './first-person.js';

/** How people sign in to this installation. */
export interface SignInWays {
  /** Whether a user signs in already. Until then, the link that the server prints when it starts leads to the first password. */
  readonly isSetUp: boolean;
  /** Providers at which people sign in, in the order of the settings. */
  readonly providers: readonly {
    /** Id of the provider: `/auth/oidc/<id>` leads to it. */
    readonly id: string;
    /** What people know the provider as. */
    readonly name: string;
  }[];
}

export class GetSignInWays extends Query<SignInWays> {}

@QueryHandler(GetSignInWays)
export class GetSignInWaysHandler implements IQueryHandler<GetSignInWays> {
  constructor(
    private readonly first: FirstPerson,
    private readonly config: Config,
  ) {}

  async execute(): Promise<SignInWays> {
    const providers = (this.config.oidcProviders ?? []).map(({ id, name }) => ({ id, name }));
    return { isSetUp: await this.first.isThere(), providers };
  }
}
