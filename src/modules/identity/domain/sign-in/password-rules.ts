/** Where the password is the only factor (NIST SP 800-63B-4, 3.1.1.2). */
export const passwordLength = { least: 15, most: 256 };

/** What a password may not be guessed from. */
export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
}

const fewestCharacters = 5;

/**
 * Why a password is refused; undefined: it is accepted. There are no rules about kinds of characters: they make passwords harder to remember and
 * not harder to guess. `password` is normalised.
 */
export function passwordProblem(password: string, { email, name }: PasswordOwner): string | undefined {
  const length = Array.from(password).length;
  const { least, most } = passwordLength;
  if (length < least || length > most) return `must have ${least} to ${most} characters`;
  const lower = password.toLowerCase();
  if (new Set(lower).size < fewestCharacters || isRepeated(lower) || isSequence(lower))
    return 'must not be a repetition or a sequence of characters';
  const rest = [email.toLowerCase(), email.toLowerCase().split('@')[0] ?? '', ...name.toLowerCase().split(/\s+/u), 'sluice', 'password']
    .filter((word) => word.length >= 3)
    .reduce((left, word) => left.replaceAll(word, ''), lower);
  return Array.from(rest).length < least / 2 ? 'must not consist of your name, your e-mail address or the word "password"' : undefined;
}

/**
 * What of a password is looked up among common ones: all of it, and what is left without the digits and signs around it. Those are what people add
 * to a common password to make it longer.
 */
export function commonForms(password: string): readonly string[] {
  const lower = password.toLowerCase();
  const core = lower.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return [lower, core].filter((form) => form !== '');
}

export const commonPasswordProblem = 'must not be a common password, also not with digits or signs around it';

/** The same text for the same characters, however a keyboard composes them. */
export function normalisedPassword(password: string): string {
  return password.normalize('NFC');
}

function isRepeated(text: string): boolean {
  return `${text}${text}`.indexOf(text, 1) < text.length;
}

/** Such as 123456789012345 or abcdefghijklmno. */
function isSequence(text: string): boolean {
  const steps = Array.from(text)
    .map((character, index, all) => (character.codePointAt(0) ?? 0) - (all[index - 1]?.codePointAt(0) ?? 0))
    .slice(1);
  const [first = 0] = steps;
  return Math.abs(first) === 1 && steps.filter((step) => step === first).length >= steps.length - 1;
}
