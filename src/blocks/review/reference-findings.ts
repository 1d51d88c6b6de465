import { nearestName } from '#kernel/text/nearest-name.js';
import type { Block } from '#document/document.js';
import { quoted } from '#document/quoted.js';
import type { Reference } from '#engine/texts/reference.js';
import { syntaxFault, unknownInStrings } from '#engine/texts/syntax.js';
import { findPlaceholders, mostPlaceholders } from '#engine/texts/template.js';
import type { FieldText } from './field-texts.js';
import { finding, meant, mostFindings, positionAt, type Finding } from './finding.js';
import type { KnownNames } from './known-names.js';

interface Placed {
  readonly index: number;
  readonly reference: Reference;
}

/** Findings about the references and the syntax of one text of a block. */
export function textFindings(block: Block, text: FieldText, names: KnownNames): readonly Finding[] {
  const about = new TextReview(block, text, names);
  const tooMany = about.tooMany();
  if (tooMany.length > 0) return tooMany;
  return text.form === undefined ? about.plain() : about.code(text.form);
}

class TextReview {
  constructor(
    private readonly block: Block,
    private readonly text: FieldText,
    private readonly names: KnownNames,
  ) {}

  tooMany(): readonly Finding[] {
    const knows = this.names.knowsIn(this.block);
    const known = findPlaceholders(this.text.text, knows);
    const last = known[mostPlaceholders];
    if (last === undefined) return [];
    const what = `has more than ${mostPlaceholders.toLocaleString('en')} references`;
    return [this.#finding('too_many_references', what, last.index, this.text.isAlwaysRead)];
  }

  plain(): readonly Finding[] {
    const knows = this.names.knowsIn(this.block);
    return firstOf(this.#references(), (placed) => (knows(placed.reference) ? this.#unknownOutput(placed) : this.#unknown(placed)));
  }

  code(form: 'body' | 'expression'): readonly Finding[] {
    const { text } = this.text;
    const knows = this.names.knowsIn(this.block);
    const [known, unknown] = partition(this.#references(), ({ reference }) => knows(reference));
    const outputs = firstOf(known, (placed) => this.#unknownOutput(placed));
    const fault = syntaxFault(text, knows, form);
    if (fault === undefined) return [...outputs, ...firstOf(unknownInStrings(text, knows, form), (placed) => this.#unknown(placed))];
    // If the code is valid as soon as every reference stands for a value, an unknown name is the mistake.
    const isUnknownName = unknown.length > 0 && syntaxFault(text, () => true, form) === undefined;
    if (isUnknownName) return [...outputs, ...firstOf(unknown, (placed) => [this.#missing(placed, this.text.isAlwaysRead)])];
    const position = positionAt(text, fault.offset);
    const what = `is not valid JavaScript in line ${String(position.line)}, column ${String(position.column)}: ${fault.message}`;
    return [...outputs, this.#finding('syntax_error', what, fault.offset, this.text.isAlwaysRead)];
  }

  #references(): readonly Placed[] {
    return findPlaceholders(this.text.text, () => true).flatMap(({ index, placeholder }) =>
      placeholder.kind === 'reference' ? [{ index, reference: placeholder.reference }] : [],
    );
  }

  /** A text such as `<b>` is markup and not a reference, unless a known name is near. */
  #unknown(placed: Placed): readonly Finding[] {
    const { base, path } = placed.reference;
    const isName = /^[\p{L}_][\p{L}\p{N}_ -]*$/u.test(base);
    const isMeant = path.length > 0 || (base.length > 3 && nearestName(base, this.names.blocks) !== undefined);
    return isName && isMeant ? [this.#missing(placed, false)] : [];
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

/** The first findings about these items. */
function firstOf<Item>(items: readonly Item[], look: (item: Item) => readonly Finding[]): readonly Finding[] {
  const found: Finding[] = [];
  for (const item of items) {
    if (found.length >= mostFindings) break;
    found.push(...look(item));
  }
  return found;
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): readonly [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
