import { Injectable } from '@nestjs/common';
import { requireReach, type Caller } from '#kernel/caller.js';
import { DomainError, invalid, invalidField, notFound } from '#kernel/errors.js';
import { isId } from '#kernel/ids.js';
import { FieldProblems } from '#kernel/models/field-problems.js';
import { PlanCatalogue } from '#kernel/plan/plan.js';
import { TriggeredRuns } from '#modules/runs/index.js';
import { Deployments } from '#modules/workflows/index.js';
import type { ChatSettings } from '../domain/chat.events.js';
import { Chats } from './chats.js';
import { VisitorProofs } from './visitor-proofs.js';

/** Whether a request has a password, and whether the chat has one with it. */
interface PasswordFacts {
  readonly isGiven: boolean;
  readonly isSet: boolean;
}

/** What a chat must be so that visitors can use it, beyond the form of its settings. */
@Injectable()
export class ChatRules {
  constructor(
    private readonly deployments: Deployments,
    private readonly chats: Chats,
    private readonly plans: PlanCatalogue,
    private readonly runs: TriggeredRuns,
    private readonly proofs: VisitorProofs,
  ) {}

  /** The workspace of the workflow. @throws DomainError not-found for a stranger, forbidden for a member who is no admin */
  async workspaceOf(caller: Caller, workflowId: string): Promise<string> {
    const workflow = isId(workflowId) ? await this.deployments.find(workflowId) : undefined;
    if (workflow === undefined) throw notFound('Workflow');
    requireReach(caller, workflow.workspaceId, 'admin', 'Workflow');
    return workflow.workspaceId;
  }

  /** @throws DomainError invalid with a detail for each problem, not-found for a workflow of another workspace */
  require(workspaceId: string, settings: ChatSettings, password: PasswordFacts): Promise<void> {
    return this.requireChanged(workspaceId, { settings, changes: settings }, password);
  }

  /**
   * The same for what `changes` concern of the changed `settings`: what has become invalid by other means, as by a deployment, does not keep
   * anyone from switching the chat off. Switched on, a chat must be valid as a whole.
   */
  async requireChanged(
    workspaceId: string,
    { settings, changes }: { readonly settings: ChatSettings; readonly changes: Partial<ChatSettings> },
    password: PasswordFacts,
  ): Promise<void> {
    const problems = new FieldProblems();
    const concerns = (...names: readonly (keyof ChatSettings)[]): boolean =>
      changes.isActive === true || names.some((name) => changes[name] !== undefined);
    if (password.isGiven || concerns('authType', 'allowedEmails')) this.#checkAccess(problems, settings, password);
    if (concerns('workflowId', 'outputConfigs')) await this.#checkWorkflow(problems, workspaceId, settings);
    if (problems.found.length > 0) throw invalid(problems.found);
  }

  /** @returns whether the plan limits chats @throws DomainError forbidden when it allows no further one */
  async requireRoom(workspaceId: string): Promise<boolean> {
    const account = await this.runs.payerOf(workspaceId);
    const { name, chats: most } = this.plans.of(account?.plan ?? null);
    if (most === null) return false;
    if ((await this.chats.count(workspaceId)) < most) return true;
    const message = `A workspace may have at most ${most} chats on the ${name} plan. Delete one, or change the plan`;
    throw new DomainError('forbidden', 'PLAN_LIMIT_REACHED', message);
  }

  #checkAccess(problems: FieldProblems, { authType, allowedEmails }: ChatSettings, password: PasswordFacts): void {
    if (authType === 'password' && !password.isSet) problems.add(['password'], 'is required for the authType password', 'required');
    if (authType !== 'password' && password.isGiven)
      problems.add(['password'], `has no effect with the authType ${authType}: set authType to password, or leave it out`, 'not_used');
    const isByEmail = authType === 'email' || authType === 'sso';
    if (isByEmail && allowedEmails.length === 0)
      problems.add(['allowedEmails'], `must name an address or a domain for the authType ${authType}`, 'required');
    const lack = isByEmail ? this.proofs.lackFor(authType) : undefined;
    if (lack !== undefined) problems.add(['authType'], lack, 'not_configured');
  }

  async #checkWorkflow(problems: FieldProblems, workspaceId: string, { workflowId, outputConfigs }: ChatSettings): Promise<void> {
    const workflow = isId(workflowId) ? await this.deployments.find(workflowId) : undefined;
    if (workflow?.workspaceId !== workspaceId) throw notFound('Workflow');
    if (workflow.activeVersion === null)
      throw invalidField('workflowId', 'workflowId must be a deployed workflow: deploy it first', 'not_deployed');
    const { blocks } = await this.deployments.document(workflowId, workflow.activeVersion);
    outputConfigs.forEach(({ blockId }, index) => {
      if (!Object.hasOwn(blocks, blockId))
        problems.add(['outputConfigs', index, 'blockId'], 'must be the id of a block of the deployed workflow');
    });
  }
}
