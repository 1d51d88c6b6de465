/** The pattern of a group of errors as a person reads it: its first line, with an ellipsis for what differs between the runs. */
export function errorText(pattern: string): string {
  const line = pattern
    .split('\n')
    .map((each) => each.trim())
    .find((each) => each !== '');
  if (line === undefined) return 'The error has no text';
  return line.replaceAll(/<(?:n|id)>/gu, '…').replaceAll(/…(?:[.,:-]?…)+/gu, '…');
}
