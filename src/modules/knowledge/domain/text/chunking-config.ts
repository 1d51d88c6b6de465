import { invalid, type ErrorDetail } from '#kernel/errors.js';

/** How documents are split into chunks. Sizes are in tokens. */
export interface ChunkingConfig {
  /** Maximum size of a chunk. */
  readonly maxSize: number;
  /** A smaller chunk is joined to the one before it if both fit. */
  readonly minSize: number;
  /**
   * The number of tokens that a chunk repeats from the end of the previous one, so that a passage on the boundary stays whole in one of
   * them. At most half of `maxSize` is repeated.
   */
  readonly overlap: number;
}

const bounds = { maxSize: [100, 4000], minSize: [1, 2000], overlap: [0, 500] } as const;

/**
 * Fills in the defaults: 1024, 100 and 200 tokens, or less where chunks are small.
 * @throws DomainError invalid, with each invalid field
 */
export function chunkingConfig(given: Partial<ChunkingConfig> = {}): ChunkingConfig {
  const { maxSize = 1024 } = given;
  const { minSize = Math.min(100, maxSize), overlap = Math.min(200, Math.floor(maxSize / 5)) } = given;
  const config = { maxSize, minSize, overlap };
  const details = (['maxSize', 'minSize', 'overlap'] as const).flatMap((field) => problemOf(config, field));
  if (details.length > 0) throw invalid(details);
  return config;
}

function problemOf(config: ChunkingConfig, field: keyof ChunkingConfig): ErrorDetail[] {
  const [min, max] = bounds[field];
  const value = config[field];
  const path = ['chunkingConfig', field];
  if (!Number.isInteger(value) || value < min || value > max) {
    return [{ path, message: `chunkingConfig.${field} must be a whole number from ${min} to ${max}`, code: 'out_of_range' }];
  }
  const isTooLarge = field === 'minSize' ? value > config.maxSize : field === 'overlap' && value >= config.maxSize;
  return isTooLarge ? [{ path, message: `chunkingConfig.${field} must be less than maxSize`, code: 'out_of_range' }] : [];
}
