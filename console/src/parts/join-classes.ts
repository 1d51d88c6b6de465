/** The names that are there, for `className`. */
export function joinClasses(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => typeof name === 'string').join(' ');
}
