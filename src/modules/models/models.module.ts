import { Module } from '@nestjs/common';
import { HttpEmbedder } from './adapters/http-embedder.js';
import { Embedder } from './embeddings/embedder.js';
import { EmbeddingCharges } from './embeddings/embedding-charges.js';

/** Model providers, what they cost and the charges for their use. */
@Module({
  providers: [{ provide: Embedder, useClass: HttpEmbedder }, EmbeddingCharges],
  exports: [Embedder, EmbeddingCharges],
})
export class ModelsModule {}
