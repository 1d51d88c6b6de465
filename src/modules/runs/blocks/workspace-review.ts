import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { blockRegistry } from '#blocks/index.js';
import { inputFields, type InputField } from '#blocks/flow/start/input-format.js';
import { mcpUses } from '#blocks/review/mcp-uses.js';
import { namedThings, reviewSteps } from '#blocks/review/review-document.js';
import { modelKey, type NamedThing, type ThingKind } from '#blocks/review/named-things.js';
import { DomainError, InfrastructureFault } from '#kernel/errors.js';
import { refusalBy } from '#kernel/models/model-policy.js';
import { inTurns } from '#host/loop/turn.js';
import type { Findings, WorkflowDocument } from '#document/document.js';
import { WorkspaceSecrets } from '#modules/environment/index.js';
import { KnowledgeOperations } from '#modules/knowledge/index.js';
import { ModelPolicies, ProviderDirectory } from '#modules/models/index.js';
import { FindTables } from '#modules/tables/index.js';
import { Deployments, DocumentReview } from '#modules/workflows/index.js';
import { McpTools } from '../ports/mcp-tools.js';
import { Plans } from './plans.js';

/** Reviews documents against the blocks of this server and the content of a workspace. */
@Injectable()
export class WorkspaceReview extends DocumentReview {
  constructor(
    private readonly secrets: WorkspaceSecrets,
    private readonly queries: QueryBus,
    private readonly knowledge: KnowledgeOperations,
    private readonly deployments: Deployments,
    private readonly plans: Plans,
    private readonly directory: ProviderDirectory,
    private readonly policies: ModelPolicies,
    private readonly tools: McpTools,
  ) {
    super();
  }

  async review(document: WorkflowDocument, workspaceId: string): Promise<Findings> {
    const things = namedThings(document, blockRegistry);
    const named = Map.groupBy(things, ({ kind }) => kind);
    const idsOf = (kind: ThingKind): readonly string[] => [...new Set(named.get(kind)?.map(({ id }) => id))];
    const [secrets, tables, bases, refusedModels, policy, mcpRefusals, workflows] = await Promise.all([
      this.secrets.of(workspaceId),
      this.queries.execute(new FindTables(workspaceId, idsOf('table'))),
      this.knowledge.existing(workspaceId, idsOf('knowledge base')),
      this.#refusedModels(things, workspaceId),
      this.policies.of(workspaceId),
      this.tools.refusals(mcpUses(document), workspaceId),
      Promise.all(idsOf('workflow').map((id) => this.deployments.find(id))),
    ]);
    const ours = workflows.filter((workflow) => workflow?.workspaceId === workspaceId).filter((workflow) => workflow !== undefined);
    const existing = { table: new Set(tables), 'knowledge base': new Set(bases), workflow: new Set(ours.map(({ id }) => id)) };
    const active = ours.flatMap(({ id, activeVersion }) => (activeVersion === null ? [] : [[id, activeVersion] as const]));
    const strictInputs = new Map((await Promise.all(active.map((each) => this.#strictInput(...each)))).flat());
    const deployed = new Set(active.map(([id]) => id));
    return inTurns(
      reviewSteps(document, blockRegistry, {
        secrets: new Set(secrets.keys()),
        existing,
        deployed,
        strictInputs,
        refusedModels,
        toolRefusal: refusalBy(policy),
        mcpRefusals,
      }),
    );
  }

  /** Why models cannot be used: unknown names, with the nearest ones, and those that a policy excludes. */
  async #refusedModels(things: readonly NamedThing[], workspaceId: string): Promise<ReadonlyMap<string, string>> {
    const models = new Map(things.filter(({ kind }) => kind === 'model').map((thing) => [modelKey(thing), thing]));
    const run = { workspaceId, workflowId: '', executionId: '', callChain: [], userId: '', accountId: '' };
    const refused = await Promise.all(
      [...models].map(async ([key, { id, hasOwnKey }]) => {
        try {
          await this.directory.resolve(id, run, hasOwnKey);
          return [];
        } catch (error) {
          if (!(error instanceof DomainError) || error instanceof InfrastructureFault) throw error;
          return [[key, error.message] as const];
        }
      }),
    );
    return new Map(refused.flat());
  }

  /** The declared fields of a workflow that checks its input. A version that cannot be called has none: the run says why. */
  async #strictInput(workflowId: string, version: number): Promise<readonly (readonly [string, readonly InputField[]])[]> {
    const plan = await this.plans.version(workflowId, version).catch(() => undefined);
    return plan?.strictInput === true ? [[workflowId, inputFields(plan.start.params['inputFormat'])]] : [];
  }
}
