import type { Pool } from 'pg';
import { commandName } from '#host/program/command-name.js';
import type { SignInDigests } from '#host/secrets/passwords/sign-in-digests.js';
import type { Clock } from '#kernel/clock.js';
import { conflict } from '#kernel/errors.js';
import type { Ids } from '#kernel/ids.js';
import type { EventStore } from '#ledger/events/event-store.js';
import { FirstPerson } from '../../queries/sign-in/first-person.js';
import { Passwords } from '../../queries/sign-in/passwords.js';
import { SignInLinks } from '../../queries/sign-in/sign-in-links.js';
import { removeSecondFactor } from '../second-factor/second-factor-removal.js';
import { NewLink, type MadeLink } from './new-link.js';

/** What links are made with where no application runs. */
interface LinkMeans {
  readonly store: EventStore;
  readonly pool: Pool;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly signIn: SignInDigests;
}

/** A link for a user who cannot sign in. */
interface MadeRecovery extends MadeLink {
  /** Whether the user had a second factor, which is removed: they may have lost it too. */
  readonly secondFactorRemoved: boolean;
}

/** Makes links for a person who can write to the database: it checks no permission. */
interface LinkMaker {
  /** @throws DomainError conflict when a user has a password already, or no operator is active */
  setup(): Promise<MadeLink>;
  /** @throws DomainError conflict for an address without a user, and for a suspended user */
  recovery(email: string): Promise<MadeRecovery>;
}

export function linkMaker({ store, pool, ids, clock, signIn }: LinkMeans): LinkMaker {
  const first = new FirstPerson(pool);
  const links = new NewLink(store, signIn, clock, ids, new SignInLinks(pool, signIn, clock));
  return {
    async setup() {
      const user = await first.awaited();
      if (user !== undefined) return links.make('setup', user.id, { userAgent: 'sluice setup-link' });
      const remedy = `${commandName} users recover <email> makes a link for a user`;
      throw conflict('CONFLICT', (await first.isThere()) ? `This installation is set up; ${remedy}` : 'No operator is active');
    },
    async recovery(email) {
      const found = await new Passwords(pool).byEmail(email.toLowerCase());
      if (found === undefined) throw conflict('CONFLICT', `No user has the address ${email}`);
      if (found.user.suspended) throw conflict('CONFLICT', `${email} is suspended; ${commandName} users readmit ${email} ends that`);
      const meta = { userAgent: 'sluice users recover' };
      const secondFactorRemoved = await removeSecondFactor(store, { userId: found.user.id, by: 'recovery' }, meta);
      return { ...(await links.make('recovery', found.user.id, meta)), secondFactorRemoved };
    },
  };
}
