import { ScriptedModels, type ScriptedTurn } from '../engine/scripted-models.js';
import type { ModelPart, ModelRequest } from '../../../src/blocks/ports/language-models.js';
import type { Database } from './database.js';
import type { Faults } from './faults.js';
import type { Network, Sender } from './network.js';

/** A provider of models: it is reached over the network, and notices calls that must not be made. */
export class ModelProvider {
  readonly problems: string[] = [];
  calls = 0;

  constructor(
    private readonly database: Database,
    private readonly script: (request: ModelRequest) => ScriptedTurn,
  ) {}

  answer(request: ModelRequest): ScriptedTurn {
    this.calls += 1;
    const { key } = request;
    if (!this.database.intents.has(key)) this.problems.push(`A model was asked before the intent ${key} was durable`);
    if (this.database.answers.has(key)) this.problems.push(`A model was asked again for ${key}, whose answer is durable`);
    return this.script(request);
  }
}

/** The models of one process. */
export class SimulatedModels extends ScriptedModels {
  constructor(
    private readonly sender: Sender,
    private readonly parts: { readonly provider: ModelProvider; readonly network: Network; readonly faults: Faults },
  ) {
    super();
  }

  override async *ask(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart> {
    const { provider, network, faults } = this.parts;
    const turn = await network.request(this.sender, 'call of a model', () => provider.answer(request), faults.fateOfRequest());
    yield* new ScriptedModels(turn).ask(request, signal);
  }
}
