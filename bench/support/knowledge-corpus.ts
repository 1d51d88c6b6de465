/** Texts about things that have several names each, and questions about them that use other names. */
export interface Corpus {
  /** Each with its number in front. */
  readonly passages: readonly string[];
  readonly questions: readonly { readonly passage: number; readonly text: string; readonly misspelt: string }[];
  /** The meaning of a text as a vector of length 1. */
  embed(text: string): number[];
}

const concepts = 3_000;
const namesOfEach = 3;
const conceptsInPassage = 12;
const conceptsInQuestion = 4;
const dimension = 384;
const letters = 'bcdfghklmnprstvz';
const vowels = 'aeiou';

/** The same for the same sizes. */
export function makeCorpus(passageCount: number, questionCount: number): Corpus {
  const random = randomNumbers(42);
  const pick = (count: number): number => Math.floor(random() * count);
  const names = Array.from({ length: concepts * namesOfEach }, () => makeWord(pick));
  const meaning = new Map(names.map((name, index) => [name, Math.floor(index / namesOfEach)]));
  const vectors = Array.from({ length: concepts }, () => Array.from({ length: dimension }, () => random() + random() + random() - 1.5));
  const nameOf = (concept: number): string => names[concept * namesOfEach + pick(namesOfEach)] ?? '';
  const about = Array.from({ length: passageCount }, () => Array.from({ length: conceptsInPassage }, () => pick(concepts)));
  const passages = about.map((each, number) => `Passage${number} says that the ${each.map(nameOf).join(' and the ')} belong together.`);
  const questions = Array.from({ length: questionCount }, () => {
    const passage = pick(passageCount);
    const words = (about[passage] ?? []).slice(0, conceptsInQuestion).map(nameOf);
    return { passage, text: words.join(' '), misspelt: words.map((word) => swapLetters(word)).join(' ') };
  });
  const embed = (text: string): number[] => {
    const sum = Array.from({ length: dimension }, () => 1e-6);
    for (const word of text.toLowerCase().split(/\W+/)) {
      const vector = vectors[meaning.get(word) ?? -1];
      vector?.forEach((value, place) => (sum[place] = (sum[place] ?? 0) + value));
    }
    return sum;
  };
  return { passages, questions, embed };
}

function makeWord(pick: (count: number) => number): string {
  const syllables = Array.from({ length: 3 }, () => `${letters[pick(letters.length)]}${vowels[pick(vowels.length)]}`);
  return syllables.join('');
}

function swapLetters(word: string): string {
  const middle = Math.floor(word.length / 2);
  return `${word.slice(0, middle - 1)}${word[middle]}${word[middle - 1]}${word.slice(middle + 1)}`;
}

/** Good enough to make texts of (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
