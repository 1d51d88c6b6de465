import type { Block, DocumentProblem } from '#document/document.js';
import type { BlockCatalogue as Catalogue } from '#document/block-catalogue.js';

/** The block types that this server can run. The module of runs implements it. */
export abstract class BlockCatalogue implements Catalogue {
  abstract knows(type: string): boolean;

  /** The problems of the fields of a block of a known type. Each problem names the block and, as its field, the sub-block. */
  abstract check(block: Block): readonly DocumentProblem[];
}
