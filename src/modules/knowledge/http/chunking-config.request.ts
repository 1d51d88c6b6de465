import { IsInt, Max, Min } from 'class-validator';
import { MayBeAbsent } from '#edge/request/request-fields.js';
import type { ChunkingConfig } from '../domain/text/chunking-config.js';

/** What is left out keeps its value, or gets the usual one. */
export class ChunkingConfigRequest {
  @MayBeAbsent()
  @Max(4000)
  @Min(100)
  @IsInt()
  maxSize?: number;

  /** The least that a chunk holds, in tokens; what is smaller goes to the chunk before it. */
  @MayBeAbsent()
  @Max(2000)
  @Min(1)
  @IsInt()
  minSize?: number;

  /** How much two neighbours share, in tokens. */
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
