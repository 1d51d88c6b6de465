import { meantBy } from './misspelling.js';

/** Longer names are not compared: the edit distance of long texts takes long to compute. */
const longestName = 60;
/** The minimum length of a shared beginning. */
const shortestBeginning = 3;
/** The maximum number of names that a hint lists. */
const mostListed = 20;

/**
 * Returns the known name that an unknown one probably stands for: one with other letter case or separators, one at a small edit
 * distance, or one with the same beginning. Undefined if none is near.
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > longestName) return undefined;
  const sought = plain(name);
  const candidates = new Map([...known].map((candidate) => [plain(candidate), candidate]));
  const near = candidates.has(sought) ? sought : meantBy(sought, [...candidates.keys()])[0];
  return candidates.get(near ?? [...candidates.keys()].find((candidate) => isBeginning(sought, candidate)) ?? '');
}

/** A sentence for the message about an unknown name: the nearest known name, or the known names if none is near. Empty if none is known. */
export function nameHint(name: string, known: Iterable<string>): string {
  const names = [...known];
  const near = nearestName(name, names);
  if (near !== undefined) return `Did you mean ${near}?`;
  if (names.length === 0) return '';
  return `Known names: ${names.slice(0, mostListed).join(', ')}${names.length > mostListed ? ', …' : ''}`;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_. ]/g, '');
}

function isBeginning(one: string, other: string): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  return shorter.length >= shortestBeginning && longer.startsWith(shorter);
}
