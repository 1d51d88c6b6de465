import type { Json, JsonObject } from '#kernel/json.js';
import { chat } from './dialects/chat.js';
import { google } from './dialects/google.js';
import type { Dialect } from './dialects/dialect.js';
import { contentText, objectOf, objectsOf } from './dialects/read-json.js';
import { UnreadableQuestion } from './question.js';

/** One way of asking for embeddings. */
export interface EmbeddingKind {
  readonly name: 'embeddings' | 'google-embeddings';
  /** @throws UnreadableQuestion */
  read(body: JsonObject): readonly string[];
  answer(texts: readonly string[], model: string): JsonObject;
  readonly error: Dialect['error'];
}

const openai: EmbeddingKind = {
  name: 'embeddings',
  read: ({ input }) => {
    if (typeof input === 'string') return [input];
    if (Array.isArray(input) && input.every((text: Json) => typeof text === 'string')) return input;
    throw new UnreadableQuestion('input must be a text or a list of texts');
  },
  answer: (texts, model) => ({
    object: 'list',
    model,
    data: texts.map((text, index) => ({ object: 'embedding', index, embedding: embeddingOf(text) })),
    usage: { prompt_tokens: tokens(texts), total_tokens: tokens(texts) },
  }),
  error: chat.error,
};

const googleOne: EmbeddingKind = {
  name: 'google-embeddings',
  read: ({ content }) => [contentText(objectOf(content)['parts'])],
  answer: ([text = '']) => ({ embedding: { values: embeddingOf(text) } }),
  error: google.error,
};

const googleMany: EmbeddingKind = {
  name: 'google-embeddings',
  read: ({ requests }) => objectsOf(requests, 'requests').map(({ content }) => contentText(objectOf(content)['parts'])),
  answer: (texts) => ({ embeddings: texts.map((text) => ({ values: embeddingOf(text) })) }),
  error: google.error,
};

/** Undefined for a path of something else. */
export function embeddingKindOf(path: string): EmbeddingKind | undefined {
  if (path.endsWith('/embeddings')) return openai;
  if (path.endsWith(':embedContent')) return googleOne;
  return path.endsWith(':batchEmbedContents') ? googleMany : undefined;
}

const tokens = (texts: readonly string[]): number => Math.ceil(texts.join('').length / 4);

/** Three numbers for a text, together of length 1: texts with the same words are near each other. */
function embeddingOf(text: string): number[] {
  const vector = [0, 0, 0];
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    let sum = 0;
    for (const character of word) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 997;
    vector[sum % 3] = (vector[sum % 3] ?? 0) + 1 + (sum % 7) / 7;
  }
  const length = Math.hypot(...vector);
  return length === 0 ? [1, 0, 0] : vector.map((value) => value / length);
}
