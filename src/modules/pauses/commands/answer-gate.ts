import { Injectable } from '@nestjs/common';
import type { Account, Caller } from '#kernel/caller.js';
import { forbidden, notFound } from '#kernel/errors.js';
import { Admission, type FoundRun } from '#modules/runs/index.js';
import { UserEmails, WorkspaceAccounts } from '#modules/identity/index.js';

/** Whoever answers: somebody with a key, or whoever holds a link that was sent to this address, or to nobody in particular. */
export type Answering = { readonly by: 'key'; readonly caller: Caller } | { readonly by: 'link'; readonly email: string | null };

/** Whether somebody who may answer can do so at the moment. Keys of those who are suspended do not get this far. */
@Injectable()
export class AnswerGate {
  constructor(
    private readonly admission: Admission,
    private readonly accounts: WorkspaceAccounts,
    private readonly emails: UserEmails,
  ) {}

  /** Whose money an answer goes on with. @throws DomainError forbidden for links, when whoever holds or pays is suspended */
  async payer({ workspaceId }: FoundRun, answering: Answering): Promise<Account> {
    return answering.by === 'key' ? answering.caller.account : this.#accountOf(workspaceId, answering.email);
  }

  /** @throws DomainError payment-required, as for starts of runs */
  async afford(account: Account): Promise<void> {
    await this.admission.afford({ account });
  }

  async #accountOf(workspaceId: string, email: string | null): Promise<Account> {
    const paying = await this.accounts.of(workspaceId);
    if (paying === undefined) throw notFound('Execution');
    if (paying.isSuspended) throw forbidden('The account of this workspace is suspended');
    if (email !== null && (await this.emails.isSuspended(email))) throw forbidden('The user who was asked is suspended');
    return paying.account;
  }
}
