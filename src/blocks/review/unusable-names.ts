import { referenceName } from '#document/document.js';
import { referenceAt } from '#engine/texts/reference.js';

/** A text that looks like a reference to a block whose name no reference can have. */
export interface UnusableName {
  readonly index: number;
  readonly name: string;
  /** The characters of the name that references do not have. */
  readonly characters: readonly string[];
}

/** What may be a reference: longer ones are none that a person has written. */
const candidate = /<([^<>]{1,200})>/g;

/** Finds such texts, for the blocks with these names: the first one of each block, in one pass over the text. */
export function unusableNames(names: readonly string[]): (text: string) => readonly UnusableName[] {
  const searched = new Map<string, Omit<UnusableName, 'index'>>();
  for (const name of names) {
    const characters = Array.from(new Set(name)).filter((character) => !/[\s.]/.test(character) && !isUsable(`a${character}a`));
    if (characters.length > 0 && !isUsable(name)) searched.set(referenceName(name), { name, characters });
  }
  return (text) => {
    const found = new Map<string, UnusableName>();
    if (searched.size === 0) return [];
    for (const { 1: inner = '', index } of text.matchAll(candidate)) {
      for (const base of basesOf(inner)) {
        const unusable = searched.get(base);
        if (unusable !== undefined && !found.has(base)) found.set(base, { index, ...unusable });
      }
    }
    return [...found.values()];
  };
}

/** What may be the name of the block: dots of a name do not count, so each of them may end it. */
function basesOf(inner: string): readonly string[] {
  const ends = [...inner.matchAll(/[.[]/g)].slice(0, 8).map(({ index }) => index);
  return [...ends, inner.length].map((end) => referenceName(inner.slice(0, end)));
}

function isUsable(name: string): boolean {
  const text = `<${referenceName(name)}>`;
  return referenceAt(text, 0)?.raw === text;
}
