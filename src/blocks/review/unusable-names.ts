import { referenceName } from '#document/document.js';
import { referenceAt } from '#engine/texts/reference.js';

/** A text that looks like a reference to a block whose name no reference can have. */
export interface UnusableName {
  readonly index: number;
  readonly name: string;
  /** The characters of the name that references do not have. */
  readonly characters: readonly string[];
}

/** Finds such texts, for the blocks with these names. */
export function unusableNames(names: readonly string[]): (text: string) => readonly UnusableName[] {
  const searched = names.flatMap((name) => {
    const characters = Array.from(new Set(name)).filter((character) => !/[\s.]/.test(character) && !isUsable(`a${character}a`));
    return characters.length === 0 || isUsable(name) ? [] : [{ name, characters, looks: looksLike(referenceName(name)) }];
  });
  return (text) =>
    searched.flatMap(({ name, characters, looks }) => {
      const index = text.search(looks);
      return index === -1 ? [] : [{ index, name, characters }];
    });
}

function isUsable(name: string): boolean {
  const text = `<${referenceName(name)}>`;
  return referenceAt(text, 0)?.raw === text;
}

/** White space and dots of a name do not count, nor do capital letters. */
function looksLike(base: string): RegExp {
  const characters = Array.from(base, (character) => character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&'));
  return new RegExp(`<${characters.join('[ .]*')}(?=[.[>])`, 'iu');
}
