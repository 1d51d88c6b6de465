import { describe, expect, it } from '@jest/globals';
import { rewriteCode } from './code.js';

const known = new Set(['start', 'fee', 'b', 'items']);
const rewrite = (source: string, form: 'body' | 'expression' = 'body') => rewriteCode(source, ({ base }) => known.has(base), form);

/** Constants as `name = kind: parts`. */
const constants = (source: string): readonly string[] =>
  rewrite(source).bindings.map(
    ({ name, kind, template }) =>
      `${name} = ${kind}: ${template.map((part) => (typeof part === 'string' ? JSON.stringify(part) : part.raw)).join(' ')}`,
  );

describe('references in code', () => {
  it.each([
    ['return <start.amount> * 2', 'return __ref0 * 2'],
    ['return<start.amount>', 'return __ref0'],
    ['f(<start.a>,<start.b>)', 'f(__ref0,__ref1)'],
    ['<start.a>in x', '__ref0 in x'],
    ['const f = () =><start.a>', 'const f = () => __ref0'],
    ['<start.a>.map(x => x.id)', '__ref0.map(x => x.id)'],
    ['[...<start.a>]', '[...__ref0]'],
    ['({ a: <start.a> })', '({ a: __ref0 })'],
    ['if (<start.a> <5) {}', 'if (__ref0 <5) {}'],
    ['if (<start.a>>5) {}', 'if (__ref0>5) {}'],
    ['a = b /<start.a>/ c', 'a = b /__ref0/ c'],
    ['x <b.y>', 'x __ref0'],
    ['await fetch(<start.url>)', 'await fetch(__ref0)'],
  ])('become identifiers: %s', (source, code) => {
    expect(rewrite(source).code).toBe(code);
  });

  it('keep one name when they are repeated', () => {
    expect(rewrite('return <start.a> + <start.b> + <start.a>').code).toBe('return __ref0 + __ref1 + __ref0');
  });

  it.each([
    'if (a <b && c> d) {}',
    'for (let i = 0; i <items.length; i++) { if (i> 3) break }',
    'a < start.x > c',
    'const x = a<unknown>c',
    'return 1 <2',
    '`${{a}}`',
    'const s = x <y, z = w> v',
  ])('leave comparisons and unknown names alone: %s', (source) => {
    expect(rewrite(source)).toEqual({ code: source, bindings: [] });
  });

  it('keep clear of names that the author uses', () => {
    expect(rewrite('const __ref0 = <start.a>').code).toBe('const __ref0 = __ref_0');
    expect(rewrite('const __ref_0 = __ref0__ref1_ + <start.a>').code).toBe('const __ref_0 = __ref0__ref1_ + __ref2_0');
  });

  it('have short names whatever the author writes', () => {
    const long = `__ref${'_'.repeat(200_000)}`;
    expect(rewrite(`${long}\nreturn <start.a>`).bindings).toMatchObject([{ name: '__ref0_0' }]);
  });
});

describe('references in strings', () => {
  it('make the whole literal one constant', () => {
    expect(rewrite(`return 'Dear <start.name>, ' + x`).code).toBe('return __ref0 + x');
    expect(constants(`return 'Dear <start.name>, ' + x`)).toEqual(['__ref0 = text: "Dear " <start.name> ", "']);
  });

  it('keep what the escapes of the literal mean', () => {
    expect(constants(String.raw`return "a\n\"<start.a>\"A'"`)).toEqual([
      `__ref0 = text: ${JSON.stringify('a\n"')} <start.a> ${JSON.stringify(`"A'`)}`,
    ]);
    expect(constants(String.raw`return '\<start.a>'`)).toEqual(['__ref0 = text: <start.a>']);
  });

  it('may be several in one literal', () => {
    expect(constants(`return '<start.a><start.b> {{KEY}}'`)).toEqual(['__ref0 = text: <start.a> <start.b> " " {{KEY}}']);
  });

  it('may stand in the name of a property', () => {
    expect(rewrite(`return { '<start.a>': 1, "x<start.b>": '<start.c>' }`).code).toBe('return { [__ref0]: 1, [__ref1]: __ref2 }');
  });

  it('are not taken for property names in conditional expressions', () => {
    expect(rewrite(`return a ? '<start.a>' : '<start.b>'`).code).toBe('return a ? __ref0 : __ref1');
  });

  it('keep a string apart from the word before it', () => {
    expect(rewrite(`return'<start.a>'`).code).toBe('return __ref0');
  });

  it('begin a statement as safely as the string did', () => {
    expect(rewrite(`const x = 5\n'<start.a>'.split(',')`).code).toBe(`const x = 5\n__ref0.split(',')`);
  });

  it('leave other strings as they are', () => {
    expect(rewrite(`f('it\\'s', "<b", <start.a>)`).code).toBe(`f('it\\'s', "<b", __ref0)`);
  });
});

describe('references in template literals', () => {
  it.each([
    ['`Dear <start.name>!`', '`Dear ${__ref0}!`'],
    ['`$<start.amount>`', '`$${__ref0}`'],
    ['`${<start.a>} <start.a>`', '`${__ref0} ${__ref1}`'],
    ['`${f(`<start.a>`)}`', '`${f(`${__ref0}`)}`'],
    ['`\\<start.a>`', '`${__ref0}`'],
    ['`\\\\<start.a>`', '`\\\\${__ref0}`'],
    ['tag`<start.a>\\n`', 'tag`${__ref0}\\n`'],
  ])('become substitutions: %s', (source, code) => {
    expect(rewrite(source).code).toBe(code);
  });

  it('are text there, and values in substitutions', () => {
    expect(constants('`${<start.a>} <start.a>`')).toEqual(['__ref0 = value: <start.a>', '__ref1 = text: <start.a>']);
  });
});

describe('what only looks like a reference', () => {
  it.each([
    '// <start.a> is the amount\nreturn 1',
    '/* <start.a> */ return 1',
    'return /(?<start>\\d+)/.exec(x)',
    'return x.replace(/<b>/g, "")',
    'return a / 2 / /<start>/.source',
    'return /[a-<b>]/.test(x)',
  ])('stays as it is in comments and regular expressions: %s', (source) => {
    expect(rewrite(source)).toEqual({ code: source, bindings: [] });
  });

  it('does not mislead what comes after it', () => {
    expect(rewrite(`// don't\nreturn '<start.a>' // isn't\n + <start.b>`).code).toBe(`// don't\nreturn __ref0 // isn't\n + __ref1`);
    expect(rewrite(`return /['"\`]/.test(<start.a>)`).code).toBe(`return /['"\`]/.test(__ref0)`);
  });
});

describe('secrets in code', () => {
  it('become constants', () => {
    expect(rewrite('const k = {{API_KEY}}').code).toBe('const k = __ref0');
    expect(constants('fetch(u, { headers: { a: `Bearer {{API_KEY}}`, b: "{{API_KEY}}" } })')).toEqual(['__ref0 = text: {{API_KEY}}']);
  });
});

describe('code that is not JavaScript', () => {
  it('is still rewritten, for the sandbox to report it', () => {
    expect(rewrite('return ((<start.a>').code).toBe('return ((__ref0');
  });
});

describe('code of more than 512 KB', () => {
  const long = `const text = "${'x'.repeat(600_000)}";`;

  it('runs without references', () => expect(rewrite(`${long} return 1`).code).toBe(`${long} return 1`));

  it('is refused with references', () => {
    expect(() => rewrite(`${long} return <start.a>`)).toThrow('Code with references must not be longer than 512 KB');
  });
});

describe('expressions', () => {
  it('may begin with an object', () => {
    expect(rewrite(`{ 'x<start.a>': 1 }.x`, 'expression').code).toBe('{ [__ref0]: 1 }.x');
  });

  it('may end in a comment', () => {
    expect(rewrite(`'<start.a>' === "ok" // <start.b>`, 'expression').code).toBe(`__ref0 === "ok" // <start.b>`);
  });
});
