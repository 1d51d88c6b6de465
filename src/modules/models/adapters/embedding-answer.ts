import { isJsonObject } from '#kernel/json.js';
import { EmbeddingFailure, type Embeddings } from '../embeddings/embedder.js';

const maxDimensions = 16_000;
/** Estimates the number of tokens when the provider does not report it. */
const charactersPerToken = 4;

/** Reads an answer of an OpenAI-compatible endpoint or of Gemini: vectors in the order of the texts, normalized to length 1. @throws EmbeddingFailure */
export function embeddingsOf(body: Uint8Array, texts: readonly string[]): Embeddings {
  const answer = parse(body);
  return { vectors: vectorsOf(answer, texts.length), tokens: tokensOf(answer) ?? estimated(texts) };
}

function tokensOf(answer: unknown): number | undefined {
  const usage = isJsonObject(answer) && isJsonObject(answer.usage) ? answer.usage : {};
  const tokens = usage['total_tokens'] ?? usage['prompt_tokens'];
  return typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : undefined;
}

function estimated(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Math.ceil(text.length / charactersPerToken), 0);
}

function vectorsOf(answer: unknown, count: number): Float32Array[] {
  const items = itemsOf(answer);
  const vectors = Array<Float32Array | undefined>(count).fill(undefined);
  for (const [place, item] of items.entries()) {
    const { index = place, embedding, values = embedding } = (isJsonObject(item) ? item : {}) as Readonly<Record<string, unknown>>;
    if (typeof index === 'number' && index < count) vectors[index] = unitVector(values);
  }
  const dimension = vectors[0]?.length;
  const complete = vectors.filter((vector) => vector !== undefined && vector.length === dimension) as Float32Array[];
  if (complete.length !== count)
    throw new EmbeddingFailure(`The embeddings endpoint did not answer with ${count} vectors of the same length`);
  return complete;
}

function itemsOf(answer: unknown): readonly unknown[] {
  const { data, embeddings = data } = (isJsonObject(answer) ? answer : {}) as Readonly<Record<string, unknown>>;
  return Array.isArray(embeddings) ? (embeddings as readonly unknown[]) : [];
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch (error) {
    throw new EmbeddingFailure('The embeddings endpoint did not answer with JSON', { cause: error });
  }
}

function unitVector(embedding: unknown): Float32Array | undefined {
  if (!Array.isArray(embedding) || embedding.length === 0 || embedding.length > maxDimensions) return undefined;
  const numbers = embedding as readonly unknown[];
  if (!numbers.every((value) => typeof value === 'number' && Number.isFinite(value))) return undefined;
  const vector = Float32Array.from(numbers as number[]);
  const length = Math.hypot(...vector);
  return length > 0 ? vector.map((value) => value / length) : undefined;
}
