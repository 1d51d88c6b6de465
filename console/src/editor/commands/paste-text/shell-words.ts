/** One piece of a command line: a gap, texts in the three kinds of quotes, a sign after a backslash, a variable, or plain text. */
const piece =
  /(?<gap>\\\r?\n|[ \t\u00a0]+)|'(?<plain>[^']*)'|\$'(?<ansi>(?:\\[^]|[^'\\])*)'|"(?<double>(?:\\[^]|[^"\\])*)"|\\(?<sign>[^])|\$\{?(?<variable>[A-Za-z_]\w*)\}?|(?<text>[^\s'"\\|;&$]+|\$)/y;

/** The words of the first command of a text for a POSIX shell. Variables become secrets of the same name. Undefined when a quote is not closed. */
export function shellWords(text: string): readonly string[] | undefined {
  const words: string[] = [];
  const line = text.trim();
  let word: string | undefined;
  let at = 0;
  while (at < line.length && !/[|;&\r\n]/.test(line.charAt(at))) {
    piece.lastIndex = at;
    const groups = piece.exec(line)?.groups;
    if (groups === undefined) return undefined;
    at = piece.lastIndex;
    if (groups['gap'] === undefined) word = (word ?? '') + contentOf(groups);
    else if (word !== undefined) {
      words.push(word);
      word = undefined;
    }
  }
  return word === undefined ? words : [...words, word];
}

function contentOf({ plain, ansi, double, sign, variable, text }: Readonly<Record<string, string | undefined>>): string {
  if (ansi !== undefined) return unescaped(ansi);
  if (double !== undefined) return inDoubleQuotes(double);
  return plain ?? sign ?? (variable === undefined ? (text ?? '') : secret(variable));
}

function inDoubleQuotes(text: string): string {
  return text.replaceAll(/\\(\r?\n|[$`"\\])|\$\{?([A-Za-z_]\w*)\}?/g, (_, sign: string | undefined, variable: string | undefined) => {
    if (variable !== undefined) return secret(variable);
    return sign === undefined || sign.endsWith('\n') ? '' : sign;
  });
}

const signs: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** Browsers copy requests with texts between `$'` and `'`. */
function unescaped(text: string): string {
  return text.replaceAll(
    /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([^]))/g,
    (_, unit: string | undefined, byte: string | undefined, sign: string | undefined) =>
      sign === undefined ? String.fromCharCode(Number.parseInt(unit ?? byte ?? '', 16)) : (signs[sign] ?? sign),
  );
}

function secret(name: string): string {
  return `{{${name}}}`;
}
