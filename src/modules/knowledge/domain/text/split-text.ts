import type { ChunkingConfig } from './chunking-config.js';

/** A passage of a document that is found and returned on its own. */
export interface Chunk {
  readonly content: string;
  readonly tokens: number;
}

type CountTokens = (text: string) => number;

const paragraphEnd = /\n\n/g;
const lineEnd = /\n/g;
const sentenceEnd = /[.!?…。！？]["'”’)\]]?\s/g;
const wordEnd = /\s/g;

/**
 * Splits a text into chunks of at most `maxSize` tokens: between paragraphs where possible, otherwise between lines, sentences or words,
 * and inside a word as the last resort. No text is lost. At most half of a chunk repeats the one before it. A last chunk below `minSize` joins the
 * one before it if both fit.
 */
export function splitText(text: string, config: ChunkingConfig, countTokens: CountTokens): Chunk[] {
  const chunks: Chunk[] = [];
  let held: Chunk[] = [];
  let repeated = 0;
  let size = 0;
  const emit = (): void => {
    const content = held
      .map((piece) => piece.content)
      .join('')
      .trim();
    if (content !== '') chunks.push({ content, tokens: size });
    held = tail(held, Math.min(config.overlap, config.maxSize / 2));
    repeated = held.length;
    size = total(held);
  };
  for (const piece of pieces(text, config.maxSize, countTokens)) {
    if (size + piece.tokens > config.maxSize && held.length > repeated) emit();
    while (size + piece.tokens > config.maxSize && held.length > 0) {
      size -= held.shift()?.tokens ?? 0;
      repeated -= 1;
    }
    held.push(piece);
    size += piece.tokens;
  }
  if (held.length > repeated) finish(chunks, { held, repeated, emit, config });
  return chunks;
}

interface Rest {
  readonly held: readonly Chunk[];
  readonly repeated: number;
  readonly emit: () => void;
  readonly config: ChunkingConfig;
}

function finish(chunks: Chunk[], { held, repeated, emit, config }: Rest): void {
  const fresh = held.slice(Math.max(0, repeated));
  const added = total(fresh);
  const last = chunks.at(-1);
  const joins = last !== undefined && added < config.minSize && last.tokens + added <= config.maxSize;
  if (!joins) return emit();
  const content = `${last.content}\n${fresh
    .map((piece) => piece.content)
    .join('')
    .trim()}`.trim();
  chunks[chunks.length - 1] = { content, tokens: last.tokens + added };
}

function total(pieces: readonly Chunk[]): number {
  return pieces.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** As many of the last pieces as fit into `most` tokens. */
function tail(pieces: readonly Chunk[], most: number): Chunk[] {
  let size = 0;
  let first = pieces.length;
  while (first > 0 && size + (pieces[first - 1]?.tokens ?? 0) <= most) {
    first -= 1;
    size += pieces[first]?.tokens ?? 0;
  }
  return pieces.slice(first);
}

const cuts = [paragraphEnd, lineEnd, sentenceEnd, wordEnd] as const;

/** Pieces that together are the whole text, each small enough to share a chunk with others. */
function* pieces(text: string, maxSize: number, countTokens: CountTokens, level = 0): Generator<Chunk> {
  const cut = cuts[level];
  const parts = cut === undefined ? blocks(text, maxSize) : splitAfter(text, cut);
  for (const content of parts) {
    // A text rarely has more tokens than half its bytes. A much longer one is split without counting its tokens.
    const isLong = content.length > maxSize * 16;
    const tokens = isLong ? Number.POSITIVE_INFINITY : countTokens(content);
    if (tokens <= limit(level, maxSize) || cut === undefined) yield { content, tokens };
    else yield* pieces(content, maxSize, countTokens, level + 1);
  }
}

/** Only small paragraphs stay whole, so that chunks fill up and can overlap. */
function limit(level: number, maxSize: number): number {
  return level < 2 ? Math.ceil(maxSize / 4) : Math.ceil(maxSize / 2);
}

function* splitAfter(text: string, end: RegExp): Generator<string> {
  let start = 0;
  for (const match of text.matchAll(end)) {
    const stop = match.index + match[0].length;
    yield text.slice(start, stop);
    start = stop;
  }
  if (start < text.length) yield text.slice(start);
}

/** A character has at most about three tokens. Surrogate pairs stay together. */
function* blocks(text: string, maxSize: number): Generator<string> {
  const length = Math.max(8, Math.floor(maxSize / 6));
  for (let start = 0; start < text.length;) {
    let stop = Math.min(text.length, start + length);
    const code = text.charCodeAt(stop - 1);
    if (code >= 0xd800 && code < 0xdc00 && stop < text.length) stop += 1;
    yield text.slice(start, stop);
    start = stop;
  }
}
