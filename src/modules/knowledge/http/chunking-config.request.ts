import { IsInt, Max, Min } from 'class-validator';
import { MayBeAbsent } from '#edge/request/request-fields.js';
import type { ChunkingConfig } from '../domain/text/chunking-config.js';

/** How documents are split into chunks. An absent field keeps its value, or gets its default in a new knowledge base. */
export class ChunkingConfigRequest {
  /** Maximum size of a chunk, in tokens. The default is 1024. */
  @MayBeAbsent()
  @Max(4000)
  @Min(100)
  @IsInt()
  maxSize?: number;

  /** Minimum size of a chunk, in tokens. A smaller chunk is joined to the one before it if both fit. The default is 100. */
  @MayBeAbsent()
  @Max(2000)
  @Min(1)
  @IsInt()
  minSize?: number;

  /** Number of tokens that a chunk repeats from the end of the previous one. It must be less than `maxSize`, of which at most half is repeated. The default is 200. */
  @MayBeAbsent()
  @Max(500)
  @Min(0)
  @IsInt()
  overlap?: number;

  toConfig(): Partial<ChunkingConfig> {
    const { maxSize, minSize, overlap } = this;
    const given = Object.entries({ maxSize, minSize, overlap }).filter(([, value]) => value !== undefined);
    return Object.fromEntries(given) as Partial<ChunkingConfig>;
  }
}
