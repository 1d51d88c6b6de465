import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { requireWorkspace, type Caller } from '#kernel/caller.js';
import { DomainError } from '#kernel/errors.js';
import { inField } from '../domain/model.errors.js';
import { ModelDirectory } from '../providers/model-directory.js';
import { ProviderProbe, type Probe } from '../providers/provider-probe.js';
import { OwnModelProviders } from './own-model-providers.js';

/** Asks a provider of a workspace for its models, with its key. */
export class TestModelProvider extends Command<Probe> {
  constructor(
    readonly caller: Caller,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(TestModelProvider)
export class TestModelProviderHandler implements ICommandHandler<TestModelProvider> {
  constructor(
    private readonly own: OwnModelProviders,
    private readonly directory: ModelDirectory,
    private readonly probe: ProviderProbe,
  ) {}

  async execute({ caller, id }: TestModelProvider): Promise<Probe> {
    const { workspaceId } = await this.own.reach(caller, id, 'admin');
    return probed(this.probe, () => this.directory.connectionOf(id, workspaceId));
  }
}

/** Asks the provider of a name: of a provider, or of a model. */
export class TestModel extends Command<Probe & { readonly provider: string; readonly model: string | null }> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
    readonly name: string,
  ) {
    super();
  }
}

@CommandHandler(TestModel)
export class TestModelHandler implements ICommandHandler<TestModel> {
  constructor(
    private readonly directory: ModelDirectory,
    private readonly probe: ProviderProbe,
  ) {}

  async execute({ caller, workspaceId, name }: TestModel): Promise<Probe & { readonly provider: string; readonly model: string | null }> {
    requireWorkspace(caller, workspaceId, 'write');
    const { provider, model } = await this.directory.named(name, workspaceId).catch((error: unknown) => {
      throw inField('name', error);
    });
    const outcome = await probed(this.probe, () => this.directory.connectionOf(provider.id, workspaceId));
    const isUnlisted = model !== null && outcome.models !== undefined && !outcome.models.includes(model);
    const isMissing = isUnlisted && !(await this.probe.has(await this.directory.connectionOf(provider.id, workspaceId), model));
    const missing = { ok: false, error: `The provider ${provider.name} answers, and has no model ${model}` };
    return { ...outcome, ...(isMissing ? missing : {}), provider: provider.name, model };
  }
}

/** A key that is not set is an outcome of the test, not a refusal. */
async function probed(probe: ProviderProbe, connection: () => ReturnType<ModelDirectory['connectionOf']>): Promise<Probe> {
  try {
    return await probe.ask(await connection());
  } catch (error) {
    if (error instanceof DomainError) return { ok: false, latencyMs: 0, error: error.message };
    throw error;
  }
}
