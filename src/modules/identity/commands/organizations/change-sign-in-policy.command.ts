import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Config } from '#host/config/config.js';
import { EventStore } from '#ledger/events/event-store.js';
import { decide, on } from '#ledger/events/decide.js';
import type { Caller } from '#kernel/caller.js';
import { conflict } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { requireOrganizationOwner } from '../../domain/authority.js';
import { organization } from '../../domain/organizations/organization.decider.js';
import { organizationStream, type SignInPolicy } from '../../domain/organizations/organization.events.js';
import { IdentityViews } from '../../queries/identity-views.js';

/** Says how people must sign in before their sessions reach the organization and its workspaces. */
export class ChangeSignInPolicy extends Command<SignInPolicy> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly organizationId: string,
    readonly policy: SignInPolicy,
  ) {
    super();
  }
}

@CommandHandler(ChangeSignInPolicy)
export class ChangeSignInPolicyHandler implements ICommandHandler<ChangeSignInPolicy> {
  constructor(
    private readonly store: EventStore,
    private readonly views: IdentityViews,
    private readonly config: Config,
  ) {}

  async execute({ caller, meta, organizationId, policy }: ChangeSignInPolicy): Promise<SignInPolicy> {
    requireOrganizationOwner(caller, organizationId);
    await this.views.getOrganization(organizationId);
    if (!policy.allowPasswords && (this.config.oidcProviders ?? []).length === 0) {
      throw conflict('CONFLICT', 'allowPasswords must be true: this server has no provider to sign in with. Set SLUICE_OIDC_FILE first');
    }
    // Owners may not shut themselves out.
    if (policy.requireSecondFactor && caller.kind === 'session' && caller.credential.isStrong !== true) {
      throw conflict('CONFLICT', 'requireSecondFactor must be false until you have turned on a second factor for yourself');
    }
    const command = { type: 'change-sign-in-policy', policy } as const;
    await decide(this.store, on(organizationStream.at(organizationId), organization, command), { meta });
    return policy;
  }
}
