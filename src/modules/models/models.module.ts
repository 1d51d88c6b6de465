import { Module, type OnModuleInit } from '@nestjs/common';
import { Housekeeper } from '#ledger/chores/housekeeper.js';
import { EnvironmentModule } from '#modules/environment/index.js';
import { IdentityModule } from '#modules/identity/index.js';
import { ChangeModelProviderHandler } from './commands/change-model-provider.command.js';
import { CreateModelProviderHandler } from './commands/create-model-provider.command.js';
import { DeleteModelProviderHandler } from './commands/delete-model-provider.command.js';
import { OwnModelProviders } from './commands/own-model-providers.js';
import { TestModelHandler, TestModelProviderHandler } from './commands/test-model-provider.command.js';
import { ModelProvidersController } from './http/model-providers.controller.js';
import { ModelsController } from './http/models.controller.js';
import { GetModelsHealthHandler } from './queries/get-models-health.query.js';
import { ListModelProvidersHandler } from './queries/list-model-providers.query.js';
import { ListModelsHandler } from './queries/list-models.query.js';
import { ProviderProbe } from './providers/provider-probe.js';
import { HttpEmbeddings } from './adapters/http-embeddings.js';
import { ConfiguredEmbedder } from './embeddings/configured-embedder.js';
import { Embedder } from './embeddings/embedder.js';
import { RunModels } from './asking/run-models.js';
import { EmbeddingCharges } from './embeddings/embedding-charges.js';
import { ModelPolicies } from './providers/model-policies.js';
import { ModelRates } from './providers/model-rates.js';
import { ModelPricing } from './prices/model-pricing.js';
import { PriceCatalogue } from './prices/price-catalogue.js';
import { ModelDirectory } from './providers/model-directory.js';
import { OperatorBreakers } from './providers/operator-breakers.js';
import { OperatorProviders } from './providers/operator-providers.js';
import { ProviderDirectory } from './providers/provider-directory.js';
import { ProviderHealth } from './providers/provider-health.js';
import { ModelProviderRows } from './queries/model-provider-rows.js';
import { WorkspaceProviders } from './providers/workspace-providers.js';

const handlers = [
  CreateModelProviderHandler,
  ChangeModelProviderHandler,
  DeleteModelProviderHandler,
  TestModelProviderHandler,
  TestModelHandler,
  ListModelProvidersHandler,
  ListModelsHandler,
  GetModelsHealthHandler,
];

/** Model providers, what they cost and the charges for their use. */
@Module({
  imports: [IdentityModule, EnvironmentModule],
  controllers: [ModelProvidersController, ModelsController],
  providers: [
    ...handlers,
    OwnModelProviders,
    ProviderProbe,
    HttpEmbeddings,
    { provide: Embedder, useClass: ConfiguredEmbedder },
    EmbeddingCharges,
    ModelProviderRows,
    OperatorProviders,
    WorkspaceProviders,
    ModelPolicies,
    ModelRates,
    PriceCatalogue,
    ModelPricing,
    ModelDirectory,
    { provide: ProviderDirectory, useExisting: ModelDirectory },
    ProviderHealth,
    OperatorBreakers,
    RunModels,
  ],
  exports: [Embedder, EmbeddingCharges, ProviderDirectory, ProviderHealth, OperatorBreakers, ModelPolicies, RunModels],
})
export class ModelsModule implements OnModuleInit {
  constructor(
    private readonly housekeeper: Housekeeper,
    private readonly deletion: DeleteModelProviderHandler,
  ) {}

  onModuleInit(): void {
    this.housekeeper.add(() => this.deletion.forgetEnded());
  }
}
