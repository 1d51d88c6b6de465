import { Injectable } from '@nestjs/common';
import type { Account, Caller } from '#kernel/caller.js';
import { forbidden, notFound } from '#kernel/errors.js';
import { Admission, type FoundRun } from '#modules/runs/index.js';
import { UserEmails, WorkspaceAccounts } from '#modules/identity/index.js';

/** The answering person: the owner of a key, or the holder of a link that was sent to this address, or to no named person. */
export type Answering = { readonly by: 'key'; readonly caller: Caller } | { readonly by: 'link'; readonly email: string | null };

/** Checks whether the account and the person can answer now. Keys of suspended users are refused before. */
@Injectable()
export class AnswerGate {
  constructor(
    private readonly admission: Admission,
    private readonly accounts: WorkspaceAccounts,
    private readonly emails: UserEmails,
  ) {}

  /** The account that pays for the continued run. @throws DomainError forbidden for links, when the person or the account is suspended */
  async payer({ workspaceId }: Pick<FoundRun, 'workspaceId'>, answering: Answering): Promise<Account> {
    return answering.by === 'key' ? answering.caller.account : this.#accountOf(workspaceId, answering.email);
  }

  /** @throws DomainError payment-required, as for starts of runs */
  async afford(payer: Account): Promise<void> {
    await this.admission.afford({ account: payer });
  }

  async #accountOf(workspaceId: string, email: string | null): Promise<Account> {
    const paying = await this.accounts.of(workspaceId);
    if (paying === undefined) throw notFound('Execution');
    if (paying.isSuspended) throw forbidden('The account of this workspace is suspended');
    if (email !== null && (await this.emails.isSuspended(email))) throw forbidden('The user to whom this link was sent is suspended');
    return paying.account;
  }
}
