import type { LanguageModels, ModelEstimate, ModelPart, ModelRequest } from '#blocks/ports/language-models.js';
import type { RunIdentity } from '#blocks/ports/run-identity.js';
import type { PinnedModel } from '#engine/agents/model-answer.js';
import { refusalBy, type PolicyRefusal } from '#kernel/models/model-policy.js';
import type { ModelPolicies } from './model-policies.js';
import type { ModelRates } from './model-rates.js';

/** Language models whose calls wait for their turn where a policy limits them. */
export class RatedModels implements LanguageModels {
  constructor(
    private readonly models: LanguageModels,
    private readonly run: Pick<RunIdentity, 'workspaceId'>,
    private readonly parts: { readonly policies: ModelPolicies; readonly rates: ModelRates },
  ) {}

  async approvesWrites(): Promise<boolean> {
    return (await this.parts.policies.of(this.run.workspaceId)).approveWritesAfterUntrusted;
  }

  async toolRefusal(): Promise<PolicyRefusal> {
    return refusalBy(await this.parts.policies.of(this.run.workspaceId));
  }

  resolve(name: string, hasOwnKey: boolean): Promise<PinnedModel> {
    return this.models.resolve(name, hasOwnKey);
  }

  estimate(request: Parameters<LanguageModels['estimate']>[0]): Promise<ModelEstimate> {
    return this.models.estimate(request);
  }

  async *ask(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart> {
    const { workspaceId } = this.run;
    const policy = await this.parts.policies.of(workspaceId);
    if (policy.callsAtOnce === null && policy.tokensPerMinute === null) return yield* this.models.ask(request, signal);
    const { usage } = await this.models.estimate(request);
    const end = await this.parts.rates.enter(workspaceId, policy, usage.input, signal);
    let output = 0;
    try {
      for await (const part of this.models.ask(request, signal)) {
        if (part.type === 'answered') output = part.answer.usage.output;
        yield part;
      }
    } finally {
      end(output);
    }
  }
}
