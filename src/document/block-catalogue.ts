import type { Block, DocumentProblem } from './document.js';

/**
 * What a document is checked against when it is to be deployed: the block types that this server can run. Containers (`loop`,
 * `parallel`) and notes belong to the document format itself and are never asked for.
 */
export interface BlockCatalogue {
  knows(type: string): boolean;
  /** What is wrong with the fields of one block of a known type. Each problem names the block and, as its field, the sub-block. */
  check(block: Block): readonly DocumentProblem[];
}
