/** The maximum number of known words that a misspelled word matches. */
const mostMeant = 3;

/** The known words that are nearest to an unknown word: at an edit distance of one, or of two if the word is long enough. */
export function meantBy(word: string, known: readonly string[]): readonly string[] {
  const most = word.length < 5 ? 1 : 2;
  const near = known
    // Each letter more or less is a slip: of most words the distance need not be computed.
    .filter((candidate) => Math.abs(candidate.length - word.length) <= most)
    .map((candidate) => ({ candidate, slips: slipsBetween(word, candidate) }))
    .filter(({ slips }) => slips <= most);
  const fewest = Math.min(...near.map(({ slips }) => slips));
  return near
    .filter(({ slips }) => slips === fewest)
    .slice(0, mostMeant)
    .map(({ candidate }) => candidate);
}

/** The known words in the order of their edit distance to a word, the nearest first. */
export function nearestWords(word: string, known: Iterable<string>, most: number): readonly string[] {
  const ranked = [...new Set(known)].map((candidate) => ({ candidate, slips: slipsBetween(word, candidate) }));
  return ranked
    .toSorted((one, other) => one.slips - other.slips)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** The edit distance between two words (optimal string alignment): omitted, added, replaced and swapped letters. */
function slipsBetween(one: string, other: string): number {
  let [before, last]: [readonly number[], readonly number[]] = [[], Array.from({ length: other.length + 1 }, (_, place) => place)];
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let place = 1; place <= other.length; place += 1) {
      const isSame = one[row - 1] === other[place - 1];
      const isSwapped = one[row - 1] === other[place - 2] && one[row - 2] === other[place - 1];
      const changed = (last[place - 1] ?? 0) + (isSame ? 0 : 1);
      const leftOut = Math.min(last[place] ?? 0, line[place - 1] ?? 0) + 1;
      line.push(Math.min(changed, leftOut, isSwapped ? (before[place - 2] ?? 0) + 1 : changed));
    }
    [before, last] = [last, line];
  }
  return last[other.length] ?? 0;
}
