import type { Block, DocumentProblem } from './document.js';

/**
 * The block types of this server, against which a document is checked before its deployment. Containers (`loop`, `parallel`) and notes
 * are part of the document format and not of the catalogue.
 */
export interface BlockCatalogue {
  knows(type: string): boolean;
  /** The problems of the fields of a block of a known type. Each problem names the block and, as its field, the sub-block. */
  check(block: Block): readonly DocumentProblem[];
}
