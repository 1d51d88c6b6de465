import { stringify } from 'yaml';

/**
 * Renders the part of Go's templates that the chart uses: `if`, `else if`, `else`, `range`, `with`, `define`, variables and pipelines of the functions below.
 * Anything else is an error, so that a chart that renders here renders in Helm, too.
 */
export class GoTemplates {
  private readonly defined = new Map<string, readonly Node[]>();

  /** @param helpers text of files that only define templates */
  constructor(...helpers: readonly string[]) {
    for (const helper of helpers) this.render(helper, {});
  }

  render(text: string, data: unknown): string {
    const tokens = tokensOf(text);
    const { nodes } = this.parse(tokens, 0, false);
    return this.run(nodes, { dot: data, variables: new Map([['$', data]]) });
  }

  private parse(tokens: readonly Token[], from: number, isInner: boolean): { nodes: Node[]; next: number } {
    const nodes: Node[] = [];
    let at = from;
    while (at < tokens.length) {
      const token = tokens[at] as Token;
      if (!token.isAction) nodes.push({ kind: 'text', text: token.text });
      else if (/^(end|else\b)/.test(token.text)) {
        if (!isInner) throw new Error(`{{ ${token.text} }} has no beginning`);
        return { nodes, next: at };
      } else if (/^(if|with|range|define)\b/.test(token.text)) {
        const block = this.parseBlock(tokens, at);
        if (block.node !== undefined) nodes.push(block.node);
        at = block.next;
      } else if (!token.text.startsWith('/*')) nodes.push({ kind: 'print', expression: token.text });
      at += 1;
    }
    if (isInner) throw new Error('An {{ end }} is missing');
    return { nodes, next: at };
  }

  private parseBlock(tokens: readonly Token[], at: number): { node?: Node; next: number } {
    const [, kind = '', head = ''] = /^(\w+)\s*(.*)$/s.exec((tokens[at] as Token).text) ?? [];
    const body = this.parse(tokens, at + 1, true);
    if (kind === 'define') {
      this.defined.set(JSON.parse(head) as string, body.nodes);
      return { next: body.next };
    }
    const stop = (tokens[body.next] as Token).text;
    if (stop === 'end') return { node: { kind, head, body: body.nodes, other: [] } as Block, next: body.next };
    const chained = /^else\s+(if\b.*)$/s.exec(stop);
    if (chained !== null) {
      const rest = [...tokens];
      rest[body.next] = { isAction: true, text: chained[1] ?? '' };
      const inner = this.parseBlock(rest, body.next);
      return { node: { kind, head, body: body.nodes, other: inner.node === undefined ? [] : [inner.node] } as Block, next: inner.next };
    }
    const other = this.parse(tokens, body.next + 1, true);
    return { node: { kind, head, body: body.nodes, other: other.nodes } as Block, next: other.next };
  }

  private run(nodes: readonly Node[], scope: Scope): string {
    return nodes.map((node) => this.runNode(node, scope)).join('');
  }

  private runNode(node: Node, scope: Scope): string {
    if (node.kind === 'text') return node.text;
    if (node.kind === 'print') return this.print(node.expression, scope);
    if (node.kind === 'range') return this.runRange(node, scope);
    const value = this.evaluate(node.head, scope);
    const inner = { dot: node.kind === 'with' ? value : scope.dot, variables: new Map(scope.variables) };
    return isTrue(value) ? this.run(node.body, inner) : this.run(node.other, { ...scope, variables: new Map(scope.variables) });
  }

  private runRange(node: Block, scope: Scope): string {
    const [, key = '', item = '', list = node.head] = /^(\$\w+),\s*(\$\w+)\s*:=\s*(.*)$/s.exec(node.head) ?? [];
    const value = this.evaluate(list, scope);
    const entries: [unknown, unknown][] = Array.isArray(value)
      ? value.map((each, index) => [index, each])
      : Object.entries((value ?? {}) as object).toSorted(([left], [right]) => (left < right ? -1 : 1));
    if (entries.length === 0) return this.run(node.other, scope);
    return entries
      .map(([name, each]) => this.run(node.body, { dot: each, variables: new Map([...scope.variables, [key, name], [item, each]]) }))
      .join('');
  }

  private print(expression: string, scope: Scope): string {
    const [, name, value] = /^(\$\w+)\s*:?=\s*(.*)$/s.exec(expression) ?? [];
    if (name !== undefined) {
      scope.variables.set(name, this.evaluate(value ?? '', scope));
      return '';
    }
    const printed = this.evaluate(expression, scope);
    if (printed === undefined || printed === null) throw new Error(`{{ ${expression} }} has no value`);
    if (!['string', 'number', 'boolean'].includes(typeof printed)) throw new Error(`{{ ${expression} }} is no text`);
    return `${printed as string | number | boolean}`;
  }

  private evaluate(expression: string, scope: Scope): unknown {
    const words = wordsOf(expression);
    const { value, next } = this.pipeline(words, 0, scope);
    if (next < words.length) throw new Error(`Unexpected ${words[next]} in {{ ${expression} }}`);
    return value;
  }

  private pipeline(words: readonly string[], from: number, scope: Scope): { value: unknown; next: number } {
    let at = from;
    let piped: unknown[] = [];
    for (;;) {
      const result = this.command(words, at, scope, piped);
      if (words[result.next] !== '|') return result;
      piped = [result.value];
      at = result.next + 1;
    }
  }

  private command(words: readonly string[], from: number, scope: Scope, piped: readonly unknown[]): { value: unknown; next: number } {
    const first = words[from] ?? '';
    const operands: unknown[] = [];
    const isCall = /^[a-zA-Z]\w*$/.test(first) && !['true', 'false', 'nil'].includes(first);
    let at = isCall ? from + 1 : from;
    while (at < words.length && words[at] !== '|' && words[at] !== ')') {
      if (words[at] === '(') {
        const inner = this.pipeline(words, at + 1, scope);
        operands.push(inner.value);
        at = inner.next + 1;
      } else operands.push(operand(words[at++] ?? '', scope));
    }
    if (isCall) return { value: this.call(first, [...operands, ...piped]), next: at };
    if (operands.length !== 1 || piped.length > 0) throw new Error(`${words.join(' ')} is no pipeline`);
    return { value: operands[0], next: at };
  }

  private call(name: string, operands: readonly unknown[]): unknown {
    if (name === 'include') {
      const nodes = this.defined.get(String(operands[0]));
      if (nodes === undefined) throw new Error(`No template is called ${String(operands[0])}`);
      return this.run(nodes, { dot: operands[1], variables: new Map([['$', operands[1]]]) });
    }
    const found = functions[name];
    if (found === undefined) throw new Error(`The function ${name} is not supported`);
    return found(...operands);
  }
}

interface Token {
  readonly isAction: boolean;
  readonly text: string;
}

interface Block {
  readonly kind: 'if' | 'with' | 'range';
  readonly head: string;
  readonly body: readonly Node[];
  readonly other: readonly Node[];
}

type Node = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'print'; readonly expression: string } | Block;

interface Scope {
  readonly dot: unknown;
  readonly variables: Map<string, unknown>;
}

/** `{{-` and `-}}` remove the white space beside them. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let rest = text;
  for (;;) {
    const found = /\{\{(-\s)?\s*([\s\S]*?)\s*(\s-)?\}\}/.exec(rest);
    if (found === null) return [...tokens, { isAction: false, text: rest }];
    const before = rest.slice(0, found.index);
    tokens.push({ isAction: false, text: found[1] === undefined ? before : before.trimEnd() }, { isAction: true, text: found[2] ?? '' });
    rest = rest.slice(found.index + found[0].length);
    if (found[3] !== undefined) rest = rest.trimStart();
  }
}

function wordsOf(expression: string): readonly string[] {
  return expression.match(/"(?:[^"\\]|\\.)*"|[()|]|[^\s()|]+/g) ?? [];
}

function operand(word: string, { dot, variables }: Scope): unknown {
  if (word.startsWith('"')) return JSON.parse(word);
  if (/^-?\d+(\.\d+)?$/.test(word)) return Number(word);
  if (word === 'true' || word === 'false') return word === 'true';
  if (word === 'nil') return undefined;
  const [head = '', ...path] = word.split('.');
  if (head !== '' && !variables.has(head)) throw new Error(`${head} is not defined`);
  let value = head === '' ? dot : variables.get(head);
  for (const name of path.filter((each) => each !== '')) {
    if (value === undefined || value === null || typeof value !== 'object') throw new Error(`${word}: nothing has ${name}`);
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

/** As Go writes a value: Helm reads numbers as float64, and %v writes large ones with an exponent. */
function written(value: unknown): string {
  if (typeof value !== 'number' || Math.abs(value) < 1e6) return String(value);
  return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
}

const indented = (spaces: unknown, text: unknown): string => String(text).replaceAll(/^/gm, ' '.repeat(Number(spaces)));

const functions: Readonly<Record<string, (...operands: unknown[]) => unknown>> = {
  and: (...all) => all.find((each) => !isTrue(each)) ?? all.at(-1),
  or: (...all) => all.find(isTrue) ?? all.at(-1),
  not: (value) => !isTrue(value),
  eq: (left, right) => left === right,
  ne: (left, right) => left !== right,
  hasKey: (map, name) => Object.hasOwn(map as object, String(name)),
  default: (fallback, value) => (isTrue(value) ? value : fallback),
  toString: (value: unknown) => String(value),
  quote: (value) => JSON.stringify(written(value)),
  kindIs: (kind, value) => kind === (typeof value === 'number' ? 'float64' : typeof value === 'boolean' ? 'bool' : typeof value),
  toJson: (value) => JSON.stringify(value),
  printf: (format, ...values) => values.reduce((text: string, value) => text.replace(/%[sd]/, () => String(value)), String(format)),
  toYaml: (value) => stringify(value).trimEnd(),
  indent: indented,
  nindent: (spaces, text) => `\n${indented(spaces, text)}`,
  trunc: (length, text) => String(text).slice(0, Number(length)),
  trimSuffix: (suffix, text) => (String(text).endsWith(String(suffix)) ? String(text).slice(0, -String(suffix).length) : text),
  dict: (...pairs) => Object.fromEntries(pairs.flatMap((key, index) => (index % 2 === 0 ? [[String(key), pairs[index + 1]]] : []))),
  required: (message, value) => {
    if (value === undefined || value === '') throw new Error(String(message));
    return value;
  },
  fail: (message) => {
    throw new Error(String(message));
  },
};
