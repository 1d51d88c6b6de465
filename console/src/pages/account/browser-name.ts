const browsers = [
  ['Edg/', 'Edge'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** What a person calls the browser that describes itself in this way. */
export function browserName(agent: string | null): string {
  const find = (names: readonly (readonly [part: string, name: string])[]): string | undefined =>
    names.find(([part]) => agent?.includes(part) === true)?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  if (browser === undefined) return agent?.split(/[ /]/)[0] || 'Unknown program';
  return system === undefined ? browser : `${browser} on ${system}`;
}
