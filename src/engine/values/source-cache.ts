import { rewriteCode, rewriteLongCode, type CodeTemplate, type FindLiterals } from '../texts/code.js';
import { compileExpression, uninterpreted, type Expression } from '../expressions/expression.js';
import { parseTemplate, type Knows, type Template } from '../texts/template.js';

/**
 * Remembers what the author's texts mean, so that each is parsed once per deployment. It holds texts of the document only,
 * never texts made during a run: its size is bounded by the document's.
 */
export class SourceCache {
  readonly #templates = new Map<string, Template>();
  readonly #code = new Map<string, CodeTemplate>();
  readonly #expressions = new Map<string, Expression>();

  constructor(private readonly knows: Knows) {}

  /** An empty cache, for texts that are made during a run and may refer to one more name. */
  fresh(name: string): SourceCache {
    return new SourceCache((reference) => reference.base === name || this.knows(reference));
  }

  template(text: string): Template {
    return remember(this.#templates, text, () => parseTemplate(text, this.knows));
  }

  code(source: string): CodeTemplate {
    return remember(this.#code, source, () => rewriteCode(source, this.knows, 'body'));
  }

  /** Reads a long piece of code, whose literals are found elsewhere: afterwards `code` knows it. @throws BlockFailure as `code` does */
  async prepareCode(source: string, find: FindLiterals): Promise<void> {
    this.#code.set(source, await rewriteLongCode(source, this.knows, 'body', find));
  }

  /** As `prepareCode` for a long expression, which the sandbox evaluates. @throws BlockFailure as `expression` does */
  async prepareExpression(source: string, find: FindLiterals): Promise<void> {
    this.#expressions.set(source, uninterpreted(await rewriteLongCode(source, this.knows, 'expression', find)));
  }

  expression(source: string): Expression {
    return remember(this.#expressions, source, () => compileExpression(rewriteCode(source, this.knows, 'expression')));
  }
}

function remember<Value>(known: Map<string, Value>, text: string, make: () => Value): Value {
  const found = known.get(text);
  if (found !== undefined) return found;
  const made = make();
  known.set(text, made);
  return made;
}
