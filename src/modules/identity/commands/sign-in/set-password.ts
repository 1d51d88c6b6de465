import { Injectable } from '@nestjs/common';
import { areCommon } from '#host/secrets/passwords/frequent-passwords.js';
import { Clock } from '#kernel/clock.js';
import { invalid } from '#kernel/errors.js';
import { Ids } from '#kernel/ids.js';
import type { UnitOfWork } from '#ledger/events/decide.js';
import {
  commonForms,
  commonPasswordProblem,
  normalisedPassword,
  passwordProblem,
  type PasswordOwner,
} from '../../domain/sign-in/password-rules.js';
import { session } from '../../domain/sign-in/session.decider.js';
import { sessionStream } from '../../domain/sign-in/session.events.js';
import { user } from '../../domain/users/user.decider.js';
import { userStream, type PasswordSource } from '../../domain/users/user.events.js';
import { Sessions } from '../../queries/sign-in/sessions.js';
import { SignInLinks } from '../../queries/sign-in/sign-in-links.js';
import { signInLink } from '../../store/sign-in/sign-in-link.entity.js';
import { userPassword } from '../../store/sign-in/user-password.entity.js';
import { PasswordHashes } from './password-hashes.js';

export interface NewPassword {
  readonly userId: string;
  readonly hash: string;
  readonly by: PasswordSource;
  /** What the user is called from now on. */
  readonly name?: string | undefined;
  /** The address of the user from now on. */
  readonly email?: string | undefined;
  /** The session that stays, with the new password. */
  readonly keptSession?: string;
}

/** Gives users another password and ends the sessions that depended on the former one, and all links of the user. */
@Injectable()
export class SetPassword {
  constructor(
    private readonly hashes: PasswordHashes,
    private readonly sessions: Sessions,
    private readonly links: SignInLinks,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Checks and hashes it. @throws DomainError invalid that names the field and the rule */
  async hash(password: string, owner: PasswordOwner, field: string): Promise<string> {
    const text = normalisedPassword(password);
    const problem = passwordProblem(text, owner) ?? ((await areCommon(commonForms(text))) ? commonPasswordProblem : undefined);
    if (problem !== undefined) throw invalid([{ path: [field], message: `${field} ${problem}`, code: 'weak_password' }]);
    return this.hashes.hash(password);
  }

  /** Reads the stream of the user first: what is read afterwards is as new as what the append expects. @returns the id of the password */
  async apply(unit: UnitOfWork, { userId, hash, by, name, email, keptSession }: NewPassword): Promise<string> {
    const passwordId = this.ids.next();
    await unit.on(userStream.at(userId), user, () => [
      { type: 'set-password', by } as const,
      ...(name === undefined ? [] : [{ type: 'rename', name } as const]),
      ...(email === undefined ? [] : [{ type: 'change-email', email } as const]),
    ]);
    for (const { id } of await this.sessions.openOf(userId)) {
      const command =
        id === keptSession ? ({ type: 'confirm', passwordId } as const) : ({ type: 'end', reason: 'password-changed' } as const);
      await unit.on(sessionStream.at(id), session, () => [command]);
    }
    const links = await this.links.idsOf(userId);
    unit.write(links.map((id) => signInLink.remove({ id })));
    unit.write([userPassword.put({ userId, passwordId, hash, setAt: this.clock.now().toISOString() })]);
    return passwordId;
  }
}
