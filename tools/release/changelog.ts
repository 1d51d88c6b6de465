export interface ReleaseNotes {
  readonly date: string;
  readonly text: string;
}

/** The section of a version in the changelog; undefined when it is missing, has no date or has no entries. */
export function releaseNotes(changelog: string, version: string): ReleaseNotes | undefined {
  const section = changelog.split(/^## /m).find((each) => each.startsWith(`${version} - `));
  const [heading = '', ...lines] = section?.split('\n') ?? [];
  const date = /^\S+ - (\d{4}-\d{2}-\d{2})$/.exec(heading)?.[1];
  const hasEntries = lines.some((line) => line.startsWith('- '));
  return date === undefined || !hasEntries ? undefined : { date, text: lines.join('\n').trim() };
}
