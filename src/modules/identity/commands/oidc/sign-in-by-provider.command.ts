import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { OidcProvider } from '#host/config/files/oidc-file.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { decide, type UnitOfWork } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import { grantedRoles, type GrantedRoles } from '../../domain/sign-in/group-roles.js';
import type { OidcPerson } from '../../domain/sign-in/oidc-claims.js';
import { user } from '../../domain/users/user.decider.js';
import { userStream } from '../../domain/users/user.events.js';
import { Identities } from '../../queries/oidc/identities.js';
import { InvitationLinks } from '../../queries/sign-in/invitation-links.js';
import { AcceptInvitation } from '../invitations/accept-invitation.js';
import { NewSession, type StartedSession } from '../sign-in/new-session.js';
import { hasProvedAddress } from '../has-proved-address.js';
import { withoutDuplicate } from '../without-duplicate.js';
import type { Attempt } from './attempt.js';
import { giveRoles } from './give-roles.js';
import { OidcConnections } from './oidc-connections.js';
import { OidcExchange } from './oidc-exchange.js';
import { addressIsNotVerified, attemptIsOver, hasNoRole, isNotInvited, isSuspended, isUnproved } from './oidc-refusals.js';

/**
 * Signs in a person who comes back from a provider. An account that is not linked yet is linked with the user of its verified address; someone new needs an
 * invitation, an address of a domain of the provider, or a group with a role.
 */
export class SignInByProvider extends Command<StartedSession> {
  constructor(
    readonly meta: EventMeta,
    readonly attempt: Attempt,
    /** What the provider has added to the address. */
    readonly answer: string,
    readonly isKept: boolean,
  ) {
    super();
  }
}

/** Who signs in with which account. */
interface Entering {
  readonly userId: string;
  readonly identityId: string;
  /** What is decided before the session starts. */
  prepare(unit: UnitOfWork): Promise<void>;
}

@CommandHandler(SignInByProvider)
export class SignInByProviderHandler implements ICommandHandler<SignInByProvider> {
  constructor(
    private readonly store: EventStore,
    private readonly ids: Ids,
    private readonly exchange: OidcExchange,
    private readonly connections: OidcConnections,
    private readonly identities: Identities,
    private readonly invitations: InvitationLinks,
    private readonly accepted: AcceptInvitation,
    private readonly sessions: NewSession,
  ) {}

  async execute({ meta, attempt, answer, isKept }: SignInByProvider): Promise<StartedSession> {
    const person = await this.exchange.finish(attempt, answer);
    const { provider } = await this.connections.to(attempt.providerId);
    const granted = grantedRoles(provider.groups?.roles ?? [], person.groups);
    if (provider.groups !== null && granted.organizations.size + granted.workspaces.size === 0) throw hasNoRole();
    const { userId, identityId, prepare } = (await this.#linked(person)) ?? (await this.#unlinked(person, provider, granted));
    const enter = (): Promise<StartedSession> =>
      decide(
        this.store,
        async (unit) => {
          await prepare(unit);
          await giveRoles(unit, userId, granted);
          return this.sessions.start(unit, { userId, by: { identityId }, method: 'oidc', isKept, source: meta });
        },
        { meta: { ...meta, actorId: userId } },
      );
    // Two first sign-ins at the same moment: the slower one is asked to begin again, and then finds what the other has made.
    return withoutDuplicate('user_account_email', attemptIsOver, () => withoutDuplicate('user_identity_subject', attemptIsOver, enter));
  }

  async #linked({ issuer, subject }: OidcPerson): Promise<Entering | undefined> {
    const identity = await this.identities.at(issuer, subject);
    if (identity === undefined) return undefined;
    const { userId, id: identityId } = identity;
    return { userId, identityId, prepare: (unit) => admitted(unit, userId) };
  }

  async #unlinked(person: OidcPerson, provider: OidcProvider, granted: GrantedRoles): Promise<Entering> {
    const { email } = person;
    if (email === null || !person.isEmailVerified) throw addressIsNotVerified();
    const identityId = this.ids.next();
    const { issuer, subject } = person;
    const link = { type: 'link-identity', identityId, provider: provider.id, issuer, subject, email } as const;
    const isOfDomain = provider.domains.includes(email.slice(email.indexOf('@') + 1));
    const known = await this.identities.userWith(email);
    if (known !== undefined) {
      if (provider.domains.length > 0 && !isOfDomain) throw isNotInvited();
      const prepare = async (unit: UnitOfWork): Promise<void> => {
        await admitted(unit, known.id);
        // Where passwords are off, only the provider lets anyone in.
        if (provider.passwords !== 'off' && !(await hasProvedAddress(unit, known.id))) throw isUnproved();
        await unit.on(userStream.at(known.id), user, () => [link]);
      };
      return { userId: known.id, identityId, prepare };
    }
    const invited = await this.invitations.openTo(email);
    const isExpected = invited.length > 0 || isOfDomain || (provider.domains.length === 0 && provider.groups !== null);
    if (!isExpected) throw isNotInvited();
    const userId = this.ids.next();
    const create = { type: 'create', email, name: person.name ?? email, isOperator: false } as const;
    const prepare = async (unit: UnitOfWork): Promise<void> => {
      await unit.on(userStream.at(userId), user, () => [create, link]);
      // What a group says about the same place counts more.
      for (const invitation of await this.invitations.openTo(email)) {
        const isMapped =
          invitation.to === 'workspace'
            ? granted.workspaces.has(invitation.workspaceId)
            : granted.organizations.has(invitation.organizationId);
        if (!isMapped) await this.accepted.apply(unit, invitation, userId);
      }
    };
    return { userId, identityId, prepare };
  }
}

/** Read with the streams of the unit: a suspension at the same moment is seen. */
async function admitted(unit: UnitOfWork, userId: string): Promise<void> {
  const { state } = await unit.on(userStream.at(userId), user, () => []);
  if (state === 'none' || state.isSuspended) throw isSuspended();
}
