import { nearestName } from '#kernel/text/nearest-name.js';
import type { Block } from '#document/document.js';
import { quoted } from '#document/quoted.js';
import type { Reference } from '#engine/texts/reference.js';
import { inTexts, parseCode, type CodeForm } from '#engine/texts/syntax.js';
import { mostPlaceholders, type FoundPlaceholder, type Knows } from '#engine/texts/template.js';
import type { FieldText } from './field-texts.js';
import { finding, meant, mostFindings, positionAt, type Finding } from './finding.js';
import type { KnownNames } from './known-names.js';

interface Placed {
  readonly index: number;
  readonly reference: Reference;
}

/** Findings about the references and the syntax of one text of a block, in steps of milliseconds. */
export function textFindings(
  block: Block,
  text: FieldText,
  placeholders: readonly FoundPlaceholder[],
  names: KnownNames,
): Generator<readonly Finding[]> {
  return new TextReview(block, text, placeholders, names).steps();
}

class TextReview {
  readonly #knows: Knows;
  /** The placeholders that a run replaces. */
  readonly #known: readonly FoundPlaceholder[];

  constructor(
    private readonly block: Block,
    private readonly text: FieldText,
    private readonly all: readonly FoundPlaceholder[],
    private readonly names: KnownNames,
  ) {
    this.#knows = names.knowsIn(block);
    this.#known = all.filter(({ placeholder }) => placeholder.kind === 'secret' || this.#knows(placeholder.reference));
  }

  *steps(): Generator<readonly Finding[]> {
    const excess = this.#known[mostPlaceholders];
    if (excess !== undefined) {
      const what = `has more than ${mostPlaceholders.toLocaleString('en')} references`;
      yield [this.#finding('too_many_references', what, excess.index, this.text.isAlwaysRead)];
    } else if (this.text.form === undefined) yield* this.#plain();
    else yield* this.#code(this.text.form);
  }

  *#plain(): Generator<readonly Finding[]> {
    yield this.#unusable(false);
    yield* firstOf(references(this.all), (placed) => (this.#knows(placed.reference) ? this.#unknownOutput(placed) : this.#unknown(placed)));
  }

  *#code(form: CodeForm): Generator<readonly Finding[]> {
    const { text, isAlwaysRead } = this.text;
    const unknown = references(this.all).filter(({ reference }) => !this.#knows(reference));
    yield* firstOf(references(this.#known), (placed) => this.#unknownOutput(placed));
    const parsed = parseCode(text, this.#known, form);
    yield [];
    const { fault } = parsed;
    const unusable = this.#unusable(fault !== undefined && isAlwaysRead);
    yield unusable;
    if (fault !== undefined && unusable.length > 0) return;
    if (fault === undefined) return yield* firstOf(inTexts(parsed, unknown), (placed) => this.#unknown(placed));
    // If the code is valid as soon as every reference stands for a value, an unknown name is the mistake.
    const isUnknownName = unknown.length > 0 && parseCode(text, this.all, form).fault === undefined;
    yield [];
    if (isUnknownName) return yield* firstOf(unknown, (placed) => [this.#missing(placed, isAlwaysRead)]);
    const position = positionAt(text, fault.offset);
    const what = `is not valid JavaScript in line ${String(position.line)}, column ${String(position.column)}: ${fault.message}`;
    yield [this.#finding('syntax_error', what, fault.offset, isAlwaysRead)];
  }

  /** A text such as `<b>` is markup and not a reference, unless a known name is near. */
  #unknown(placed: Placed): readonly Finding[] {
    const { base, path } = placed.reference;
    const isName = /^[\p{L}_][\p{L}\p{N}_ -]*$/u.test(base);
    const isMeant = path.length > 0 || (base.length > 3 && nearestName(base, this.names.blocks) !== undefined);
    return isName && isMeant ? [this.#missing(placed, false)] : [];
  }

  #unusable(isSure: boolean): readonly Finding[] {
    return this.names.unusable(this.text.text).map(({ index, name, characters }) => {
      const what = `means block ${quoted(name)}, but references cannot contain ${characters.join(' ')}: give that block another name`;
      return this.#finding('unusable_name', what, index, isSure);
    });
  }

  #missing({ index, reference: { raw, base, path } }: Placed, isSure: boolean): Finding {
    if (base === 'variable') {
      const [name = ''] = path;
      const what = `refers to ${quoted(raw)}, but the workflow declares no such variable${meant(nearestName(name, this.names.variables))}`;
      return this.#finding('unknown_variable', what, index, isSure);
    }
    if (base === 'loop' || base === 'parallel') {
      return this.#finding('outside_container', `refers to ${quoted(raw)}, but the block is not inside a ${base}`, index, isSure);
    }
    const what = `refers to ${quoted(raw)}, but no block has this name${meant(nearestName(base, this.names.blocks))}`;
    return this.#finding('unknown_reference', what, index, isSure);
  }

  #unknownOutput({ index, reference: { raw, base, path } }: Placed): readonly Finding[] {
    const [field] = path;
    const block = this.names.block(base);
    const outputs = block === undefined ? undefined : this.names.outputsOf(block);
    if (block === undefined || field === undefined || outputs === undefined) return [];
    if (outputs.includes(field) || /^\d+$/.test(field)) return [];
    const what = `refers to ${quoted(raw)}, but block ${quoted(block.name)} has no output ${quoted(field)}`;
    return [this.#finding('unknown_output', `${what}${meant(nearestName(field, outputs))}`, index, false)];
  }

  #finding(code: string, what: string, offset: number, isSure: boolean): Finding {
    const { field, text } = this.text;
    return finding({ block: this.block, field, code, what, position: positionAt(text, offset), isSure });
  }
}

/** The first findings about these items, in steps. */
function* firstOf<Item>(items: readonly Item[], look: (item: Item) => readonly Finding[]): Generator<readonly Finding[]> {
  let count = 0;
  for (const item of items) {
    if (count >= mostFindings) return;
    const found = look(item);
    count += found.length;
    yield found;
  }
}

function references(placeholders: readonly FoundPlaceholder[]): readonly Placed[] {
  return placeholders.flatMap(({ index, placeholder }) =>
    placeholder.kind === 'reference' ? [{ index, reference: placeholder.reference }] : [],
  );
}
