import { Parser, tokTypes, type Options, type Token } from 'acorn';

/** A stretch of JavaScript that is not code: what a placeholder inside it means depends on its kind. */
export interface CodeLiteral {
  /** `opaque`: comments and regular expressions. `template`: the text between substitutions. */
  readonly kind: 'string' | 'template' | 'opaque';
  readonly start: number;
  readonly end: number;
  /** Content of a string, escapes resolved. */
  readonly content: string;
  /** A string that names a property of an object literal. */
  readonly isKey: boolean;
}

export const parserOptions: Options = {
  ecmaVersion: 'latest',
  sourceType: 'script',
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
};

/** Takes regular expressions as they come: a placeholder inside one may spoil it here, and the sandbox checks the author's own. */
export const LenientParser = Parser.extend(
  (Base) =>
    class extends Base {
      validateRegExpPattern(): void {}
    },
);

/** In the order of the text. Where the code stops being JavaScript the list ends: such code cannot run anyway. */
export function findLiterals(code: string): readonly CodeLiteral[] {
  const tokens: Token[] = [];
  const literals: CodeLiteral[] = [];
  const onComment = (_isBlock: boolean, _text: string, start: number, end: number): void => {
    literals.push({ kind: 'opaque', start, end, content: '', isKey: false });
  };
  try {
    // The parser, and not the tokenizer alone, knows a division from a regular expression.
    LenientParser.parse(code, { ...parserOptions, onToken: tokens, onComment });
  } catch {
    // The sandbox reports the syntax error with its line.
  }
  for (const [index, token] of tokens.entries()) {
    const kind = kindOf(token);
    if (kind === null) continue;
    const isKey = kind === 'string' && namesProperty(tokens[index - 1], tokens[index + 1]);
    literals.push({ kind, start: token.start, end: token.end, content: kind === 'string' ? contentOf(token) : '', isKey });
  }
  return literals.toSorted((one, other) => one.start - other.start);
}

function kindOf({ type }: Token): CodeLiteral['kind'] | null {
  if (type === tokTypes.string) return 'string';
  if (type === tokTypes.template) return 'template';
  return type === tokTypes.regexp ? 'opaque' : null;
}

function namesProperty(before: Token | undefined, after: Token | undefined): boolean {
  return (before?.type === tokTypes.braceL || before?.type === tokTypes.comma) && after?.type === tokTypes.colon;
}

/** The parser's types leave out the value that every token has. */
function contentOf(token: Token & { readonly value?: unknown }): string {
  return String(token.value);
}
