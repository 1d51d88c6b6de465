import type { Block, DocumentProblem } from '#document/document.js';
import type { Advice, BlockDefinition } from '../block.js';
import type { PaletteEntry } from '../define-block.js';
import { triggerModeBlock } from '../flow/triggers/trigger-mode.js';

/** The types of blocks that this server can run, each at most once. */
export class BlockRegistry {
  readonly #definitions: ReadonlyMap<string, BlockDefinition>;

  constructor(definitions: readonly BlockDefinition[]) {
    this.#definitions = new Map(definitions.map((definition) => [definition.type, definition]));
  }

  knows(type: string): boolean {
    return this.#definitions.has(type);
  }

  find(type: string): BlockDefinition | undefined {
    return this.#definitions.get(type);
  }

  /** The definition by which a block runs: `triggerMode` makes a block of any type a trigger. */
  of(block: Pick<Block, 'type'> & { readonly triggerMode?: unknown }): BlockDefinition | undefined {
    const isTrigger = block.triggerMode === true && this.palette(block.type)?.category !== 'trigger';
    return isTrigger ? triggerModeBlock : this.find(block.type);
  }

  /** What editors show of a type; undefined for an unknown one. */
  palette(type: string): PaletteEntry | undefined {
    const definition = this.find(type);
    return definition !== undefined && 'palette' in definition ? (definition.palette as PaletteEntry) : undefined;
  }

  /** What is doubtful about a block; nothing for an unknown type. */
  advice(block: Block): readonly Advice[] {
    return this.find(block.type)?.advise?.(block) ?? [];
  }

  /** The problems that keep a block from being deployed; none for an unknown type. */
  check(block: Block): readonly DocumentProblem[] {
    return this.of(block)?.check(block) ?? [];
  }
}
