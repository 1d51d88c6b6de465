import { Injectable } from '@nestjs/common';
import { SystemCaller } from '#kernel/caller.js';
import { DomainError, forbidden, notFound } from '#kernel/errors.js';
import { chooseStart } from '#engine/graph/start-choice.js';
import { WorkspaceAccounts } from '#modules/identity/index.js';
import { Deployments } from '#modules/workflows/index.js';
import { Chats, type Chat } from '../store/chats.js';

/** A chat that visitors can use now. */
export interface OpenChat {
  readonly chat: Chat;
  /** In whose name its runs act: the owner of the workspace. Its account pays. */
  readonly caller: SystemCaller;
  /** The block that runs begin with. */
  readonly startBlockId: string;
  /** The outputs that are the reply, as far as the deployed workflow has their blocks. */
  readonly selectedOutputs: readonly string[];
}

/** Finds chats for visitors. */
@Injectable()
export class OpenChats {
  constructor(
    private readonly chats: Chats,
    private readonly deployments: Deployments,
    private readonly accounts: WorkspaceAccounts,
  ) {}

  /** @throws DomainError not-found; forbidden for a chat that is switched off or whose workflow is not deployed */
  async at(identifier: string): Promise<OpenChat> {
    const chat = await this.chats.at(identifier);
    const workflow = chat === undefined ? undefined : await this.deployments.find(chat.workflowId);
    const found = workflow === undefined ? undefined : await this.accounts.of(workflow.workspaceId);
    if (chat === undefined || workflow === undefined || found === undefined) throw notFound('Chat');
    if (!chat.isActive || found.isSuspended) throw unavailable('FORBIDDEN');
    if (workflow.activeVersion === null) throw unavailable('WORKFLOW_NOT_DEPLOYED');
    const document = await this.deployments.document(workflow.id, workflow.activeVersion);
    const { userId, organizationId } = found.account;
    const reach = { permission: 'write', organizationId, allowsPersonalKeys: true } as const;
    const workspaces = new Map([[chat.workspaceId, reach]]);
    const facts = { userId, isOperator: false, account: found.account, organizations: new Map(), workspaces };
    const outputs = chat.outputConfigs.filter(({ blockId }) => Object.hasOwn(document.blocks, blockId));
    return {
      chat,
      caller: new SystemCaller(facts).forStrangers(),
      startBlockId: startOf(() => chooseStart(document, 'chat').id),
      selectedOutputs: outputs.map(({ blockId, path }) => (path === '' ? blockId : `${blockId}.${path}`)),
    };
  }
}

function startOf(choose: () => string): string {
  try {
    return choose();
  } catch (error) {
    throw error instanceof DomainError ? unavailable('FORBIDDEN') : error;
  }
}

function unavailable(code: string): DomainError {
  return forbidden('This chat is not available at the moment', code);
}
