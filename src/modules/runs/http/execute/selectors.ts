/** The entries of a comma-separated list in a query. */
export function selectors(list: string | undefined): readonly string[] {
  return (list ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
