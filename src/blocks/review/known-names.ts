import { ancestors, isInTriggerMode } from '#document/block-roles.js';
import { referenceName, type Block, type WorkflowDocument } from '#document/document.js';
import { normaliseName, type Reference } from '#engine/texts/reference.js';
import type { Knows } from '#engine/texts/template.js';
import type { PaletteEntry } from '../define-block.js';
import { inputFields } from '../flow/start/input-format.js';
import { valuesOf } from './field-texts.js';
import { unusableNames, type UnusableName } from './unusable-names.js';

/** What a reference can ask of a container, besides its outputs. */
const passFields = ['index', 'iteration', 'currentItem', 'item', 'items'];

/** The names that references of a document can use. */
export class KnownNames {
  readonly #blocks: ReadonlyMap<string, Block>;
  readonly #variables: ReadonlyMap<string, string>;

  constructor(
    private readonly document: WorkflowDocument,
    private readonly paletteOf: (type: string) => PaletteEntry | undefined,
  ) {
    this.#blocks = new Map(Object.values(document.blocks).map((block) => [referenceName(block.name), block]));
    this.unusable = unusableNames(Object.values(document.blocks).map(({ name }) => name));
    this.#variables = new Map(Object.values(document.variables).map(({ name }) => [normaliseName(name), name]));
  }

  /** Finds what looks like a reference to a block whose name no reference can have. */
  readonly unusable: (text: string) => readonly UnusableName[];

  /** The names of blocks, as references write them. */
  get blocks(): readonly string[] {
    return [...this.#blocks.keys()];
  }

  /** The names of variables, as they are declared. */
  get variables(): readonly string[] {
    return [...this.#variables.values()];
  }

  block(base: string): Block | undefined {
    return this.#blocks.get(base);
  }

  /** The same decision as in a run: whether a reference of this block is one, or plain text. */
  knowsIn(block: Block): Knows {
    const around = this.aroundOf(block);
    return ({ base, path: [first] }: Reference) => {
      if (base === 'variable') return first !== undefined && this.#variables.has(normaliseName(first));
      return base === 'loop' || base === 'parallel' ? around.has(base) : this.#blocks.has(base);
    };
  }

  /** The types of containers that a block sees: those around it, and itself. */
  aroundOf(block: Block): ReadonlySet<string> {
    return new Set([block, ...ancestors(this.document.blocks, block)].map(({ type }) => type));
  }

  /** The outputs that a block can have; undefined if they depend on data. */
  outputsOf(block: Block): readonly string[] | undefined {
    const palette = isInTriggerMode(block) ? undefined : this.paletteOf(block.type);
    if (palette === undefined) return undefined;
    const outputs = Object.keys(palette.outputs);
    const isOpen = outputs.some((name) => name.startsWith('<'));
    const declared = isOpen ? inputFields(valuesOf(block)['inputFormat']).map(({ name }) => name) : [];
    if (isOpen && declared.length === 0) return undefined;
    const own = [...outputs.filter((name) => !name.startsWith('<')), ...declared, ...Object.keys(block.outputs), 'error'];
    return block.type === 'loop' || block.type === 'parallel' ? [...own, ...passFields] : own;
  }
}
