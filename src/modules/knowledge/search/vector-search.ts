import type { Hit } from '../domain/text/rank-fusion.js';
import type { SearchScope } from './search-scope.js';

export interface VectorQuery {
  /** Only vectors of the same model are comparable. */
  readonly model: string;
  /** Of length 1. */
  readonly vector: Float32Array;
  readonly scope: SearchScope;
  readonly most: number;
}

/** Finds the chunks whose meaning is nearest to that of a query. Similarity is the cosine of the angle between the vectors, at least 0. */
export abstract class VectorSearch {
  abstract find(query: VectorQuery): Promise<Hit[]>;
}
