import { Injectable } from '@nestjs/common';
import { Config } from '#host/config/config.js';
import { DomainError, InfrastructureFault, invalidField } from '#kernel/errors.js';
import { originOf } from '#kernel/models/model-provider.js';
import { HttpEmbeddings } from '../adapters/http-embeddings.js';
import { keyHeaders } from '../asking/dialects.js';
import { inField } from '../domain/model.errors.js';
import { ModelDirectory, type EmbeddingPlace } from '../providers/model-directory.js';
import { Embedder, EmbeddingFailure, type EmbeddingModel } from './embedder.js';

/** Models for embeddings of the providers, and the one of `SLUICE_EMBEDDINGS_URL`. */
@Injectable()
export class ConfiguredEmbedder extends Embedder {
  readonly usual: string | undefined;

  constructor(
    private readonly config: Config,
    private readonly directory: ModelDirectory,
    private readonly http: HttpEmbeddings,
  ) {
    super();
    this.usual = config.embeddingsUrl === undefined ? undefined : config.embeddingsModel;
  }

  async named(name: string, workspaceId: string): Promise<string> {
    const { spaceName } = await this.#place(name, workspaceId).catch((error: unknown) => {
      throw inField('embeddingModel', error);
    });
    return spaceName;
  }

  async of(name: string | null, workspaceId: string): Promise<EmbeddingModel | undefined> {
    if (name === null) return this.#usual();
    const { spaceName, model, connection, priceUsd, keyOf } = await this.#place(name, workspaceId).catch(asFailure);
    const { place, kind, baseUrl, headers, apiKey, allowsPrivate } = connection;
    const endpoint = { place, kind, baseUrl, headers: { ...headers, ...keyHeaders(kind, apiKey) }, allowsPrivate };
    return {
      name: spaceName,
      price: { model, priceUsd, keyOf },
      embed: (texts, signal) => this.http.embed({ ...endpoint, model }, texts, signal),
    };
  }

  #usual(): EmbeddingModel | undefined {
    const { embeddingsUrl: baseUrl, embeddingsApiKey, embeddingsModel: model, embeddingsPrice: priceUsd } = this.config;
    if (baseUrl === undefined) return undefined;
    const place = { provider: 'operator/embeddings', origin: originOf(baseUrl) };
    const endpoint = {
      place,
      kind: 'openai-compatible',
      baseUrl,
      headers: keyHeaders('openai-compatible', embeddingsApiKey),
      model,
    } as const;
    return {
      name: model,
      price: { model, priceUsd, keyOf: 'operator' },
      embed: (texts, signal) => this.http.embed({ ...endpoint, allowsPrivate: false }, texts, signal),
    };
  }

  async #place(name: string, workspaceId: string): Promise<EmbeddingPlace> {
    const place = await this.directory.embeddingPlace(name, workspaceId);
    if (place.connection.kind !== 'anthropic') return place;
    throw invalidField(
      'embeddingModel',
      `embeddingModel ${name} is at a provider of the kind anthropic, which has no embeddings. Choose a model of another provider`,
    );
  }
}

/** The model may be usable again later: its provider, its key and the policies can be changed. */
function asFailure(error: unknown): never {
  if (!(error instanceof DomainError) || error instanceof InfrastructureFault) throw error;
  throw new EmbeddingFailure(`The embedding model cannot be used: ${error.message}`, { cause: error });
}
