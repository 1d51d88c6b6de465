import { Module } from '@nestjs/common';
import { EnvironmentModule } from '#modules/environment/index.js';
import { IdentityModule } from '#modules/identity/index.js';
import { HttpEmbedder } from './adapters/http-embedder.js';
import { Embedder } from './embeddings/embedder.js';
import { RunModels } from './asking/run-models.js';
import { EmbeddingCharges } from './embeddings/embedding-charges.js';
import { ModelPolicies } from './policies/model-policies.js';
import { ModelPricing } from './prices/model-pricing.js';
import { PriceCatalogue } from './prices/price-catalogue.js';
import { ModelDirectory } from './providers/model-directory.js';
import { OperatorProviders } from './providers/operator-providers.js';
import { ProviderDirectory } from './providers/provider-directory.js';
import { ProviderHealth } from './providers/provider-health.js';
import { ModelProviderRows } from './queries/model-provider-rows.js';
import { WorkspaceProviders } from './providers/workspace-providers.js';

/** Model providers, what they cost and the charges for their use. */
@Module({
  imports: [IdentityModule, EnvironmentModule],
  providers: [
    { provide: Embedder, useClass: HttpEmbedder },
    EmbeddingCharges,
    ModelProviderRows,
    OperatorProviders,
    WorkspaceProviders,
    ModelPolicies,
    PriceCatalogue,
    ModelPricing,
    ModelDirectory,
    { provide: ProviderDirectory, useExisting: ModelDirectory },
    ProviderHealth,
    RunModels,
  ],
  exports: [Embedder, EmbeddingCharges, ProviderDirectory, ProviderHealth, ModelPolicies, RunModels],
})
export class ModelsModule {}
