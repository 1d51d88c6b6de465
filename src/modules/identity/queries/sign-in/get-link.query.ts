import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { SignInLinkKind } from '../../domain/users/user.events.js';
import { IdentityViews } from '../identity-views.js';
import { SignInLinks } from './sign-in-links.js';

/** Whom a link is for. */
export interface LinkView {
  /** E-mail address of the user. */
  readonly email: string;
  /** Name of the user. */
  readonly name: string;
  /** Until when the link counts. */
  readonly expiresAt: string;
}

export class GetLink extends Query<LinkView> {
  constructor(
    readonly kind: SignInLinkKind,
    readonly token: string,
  ) {
    super();
  }
}

@QueryHandler(GetLink)
export class GetLinkHandler implements IQueryHandler<GetLink> {
  constructor(
    private readonly links: SignInLinks,
    private readonly views: IdentityViews,
  ) {}

  async execute({ kind, token }: GetLink): Promise<LinkView> {
    const { userId, expiresAt } = await this.links.claimed(kind, token);
    const { email, name } = await this.views.getUser(userId);
    return { email, name, expiresAt };
  }
}
