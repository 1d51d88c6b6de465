interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The change from one text to another without what they begin and end with alike, so that a cursor beside it keeps its place. */
export function changeBetween(before: string, after: string): TextChange {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let same = 0;
  while (same < most - from && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}
