/** Idioms that the text of this repository does not use, each with what to write instead. docs/style.md gives the reasons. */
export const idioms = [
  { pattern: /\bwhoever\b/i, instead: 'name the subject: the caller, the process, the client' },
  { pattern: /\bnobody\b/i, instead: 'no one, no process, no caller' },
  { pattern: /\bsomebody\b/i, instead: 'a person, a user, another process' },
  { pattern: /\bstands\b(?! for\b)/i, instead: 'is, exists, lies' },
  { pattern: /\bgoes on\b/i, instead: 'continues, proceeds' },
  { pattern: /\bwhat \w+(?: \w+)? came to\b/i, instead: 'outcome, result' },
  { pattern: /\bis told\b/i, instead: 'receives, is notified, is returned' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bof (?:its|his|her) own\b/i, instead: 'own, separate' },
];

/** Texts that are stored data. A change of wording would make new entries of the audit log differ from those that exist. */
const storedTexts = new Set(['processed anew']);

/** One message for each idiom that the text contains. Text between backticks quotes code and is not read. */
export function idiomsIn(text) {
  if (storedTexts.has(text)) return [];
  const prose = text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '');
  return idioms.flatMap(({ pattern, instead }) => {
    const [found] = pattern.exec(prose.replaceAll(/\s*\n[\s/*]*/g, ' ')) ?? [];
    return found === undefined ? [] : [`"${found}": write ${instead}.`];
  });
}
