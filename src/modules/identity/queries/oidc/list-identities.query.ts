import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Config } from '#host/config/config.js';
import type { SessionCaller } from '#kernel/caller.js';
import { Passwords } from '../sign-in/passwords.js';
import { Identities } from './identities.js';

/** What a user signs in with. */
export interface IdentitiesView {
  /** Whether the user has a password. Without one, they prove again who they are at a provider. */
  readonly hasPassword: boolean;
  /** Accounts at providers with which the user signs in. */
  readonly identities: readonly {
    /** Id of the linked account. */
    readonly id: string;
    /** Id of the provider. */
    readonly provider: string;
    /** What people know the provider as; null: it is not among the settings of this server any more. */
    readonly providerName: string | null;
    /** E-mail address of the account when it was linked. */
    readonly email: string;
    /** When the account was linked. */
    readonly linkedAt: string;
  }[];
}

export class ListIdentities extends Query<IdentitiesView> {
  constructor(readonly caller: SessionCaller) {
    super();
  }
}

@QueryHandler(ListIdentities)
export class ListIdentitiesHandler implements IQueryHandler<ListIdentities> {
  constructor(
    private readonly identities: Identities,
    private readonly passwords: Passwords,
    private readonly config: Config,
  ) {}

  async execute({ caller: { userId } }: ListIdentities): Promise<IdentitiesView> {
    const [rows, password] = await Promise.all([this.identities.of(userId), this.passwords.of(userId)]);
    const names = new Map((this.config.oidcProviders ?? []).map(({ id, name }) => [id, name]));
    return {
      hasPassword: password !== undefined,
      identities: rows.map(({ id, provider, email, linkedAt }) => ({
        id,
        provider,
        providerName: names.get(provider) ?? null,
        email,
        linkedAt,
      })),
    };
  }
}
