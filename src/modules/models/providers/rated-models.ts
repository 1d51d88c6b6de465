import { type LanguageModels, type ModelEstimate, ModelFailure, type ModelPart, type ModelRequest } from '#blocks/ports/language-models.js';
import type { RunIdentity } from '#blocks/ports/run-identity.js';
import type { PinnedModel } from '#engine/agents/model-answer.js';
import { refusalBy, type EffectiveModelPolicy, type PolicyRefusal } from '#kernel/models/model-policy.js';
import { reportingFaults } from '#ledger/database/faults/reported-faults.js';
import { FullQueue } from '#world/outbound/origin-queues.js';
import type { ModelPolicies } from './model-policies.js';
import type { ModelRates } from './model-rates.js';

/** Characters of a token, where no provider has counted. */
const charactersPerToken = 4;

/** Language models whose calls wait for their turn where a policy limits them. */
export class RatedModels implements LanguageModels {
  constructor(
    private readonly models: LanguageModels,
    private readonly run: Pick<RunIdentity, 'workspaceId'>,
    private readonly parts: { readonly policies: Pick<ModelPolicies, 'of'>; readonly rates: Pick<ModelRates, 'enter'> },
  ) {}

  async approvesWrites(): Promise<boolean> {
    return (await this.#policy()).approveWritesAfterUntrusted;
  }

  async toolRefusal(): Promise<PolicyRefusal> {
    return refusalBy(await this.#policy());
  }

  resolve(name: string, hasOwnKey: boolean): Promise<PinnedModel> {
    return this.models.resolve(name, hasOwnKey);
  }

  estimate(request: Parameters<LanguageModels['estimate']>[0]): Promise<ModelEstimate> {
    return this.models.estimate(request);
  }

  async *ask(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart> {
    const { workspaceId } = this.run;
    const policy = await this.#policy();
    if (policy.callsAtOnce === null && policy.tokensPerMinute === null) return yield* this.models.ask(request, signal);
    const { usage } = await this.models.estimate(request);
    const end = await reportingFaults(this.parts.rates.enter(workspaceId, policy, usage.input, signal)).catch((error: unknown) => {
      throw error instanceof FullQueue ? unsent(request.model, error) : error;
    });
    let [characters, output] = [0, undefined as number | undefined];
    try {
      for await (const part of this.models.ask(request, signal)) {
        if (part.type === 'answered') output = part.answer.usage.output;
        else if (part.type !== 'tool-call-began') characters += part.text.length;
        yield part;
      }
    } catch (error) {
      if (error instanceof ModelFailure) output = error.partial?.usage.output;
      throw error;
    } finally {
      end(output ?? Math.ceil(characters / charactersPerToken));
    }
  }

  #policy(): Promise<EffectiveModelPolicy> {
    return reportingFaults(this.parts.policies.of(this.run.workspaceId));
  }
}

function unsent({ providerName, model }: PinnedModel, cause: FullQueue): ModelFailure {
  const what = `${providerName}, model ${model}: too many calls of the workspace wait for their turn in this process`;
  const remedy = 'Start fewer runs at once, or raise callsAtOnce of the model policy';
  return new ModelFailure(`${what}. ${remedy}`, 'overloaded', null, 0, undefined, { cause });
}
