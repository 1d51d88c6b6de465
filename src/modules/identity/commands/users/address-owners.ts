import { Injectable } from '@nestjs/common';
import { decide } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import { UserEmails } from '../../queries/users/user-emails.js';
import { hasProvedAddress } from '../has-proved-address.js';
import { isUnproved } from '../oidc/oidc-refusals.js';

/** The users to whom an issuer refers by their verified addresses. */
@Injectable()
export class AddressOwners {
  constructor(
    private readonly store: EventStore,
    private readonly emails: UserEmails,
  ) {}

  /**
   * The user with this address, whatever the case of its letters; undefined for none, and where several users have it.
   * @throws DomainError forbidden (ADDRESS_NOT_PROVED) for a user whom an invitation made under an address that may be another person's
   */
  async userOf(email: string): Promise<string | undefined> {
    const userId = await this.emails.userOf(email);
    if (userId === undefined) return undefined;
    if (!(await decide(this.store, (unit) => hasProvedAddress(unit, userId), { meta: {} }))) throw isUnproved();
    return userId;
  }
}
