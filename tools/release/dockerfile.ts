/** What the last stage of a Dockerfile says about a container. */
export interface Image {
  readonly user: string;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly copied: readonly string[];
}

/** The instructions, in order, with continued lines joined. */
export function instructionsOf(dockerfile: string): readonly (readonly [name: string, text: string])[] {
  const lines = dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n');
  return lines.flatMap((line) => {
    const found = /^([A-Z]+)\s+(.*)$/.exec(line);
    return found === null ? [] : [[found[1] ?? '', found[2] ?? ''] as const];
  });
}

/** @throws when the last stage lacks a user, a folder or a program */
export function imageOf(dockerfile: string): Image {
  const all = instructionsOf(dockerfile);
  const last = all.slice(all.findLastIndex(([name]) => name === 'FROM'));
  const valueOf = (wanted: string): string => {
    const found = last.findLast(([name]) => name === wanted);
    if (found === undefined) throw new Error(`The last stage of the Dockerfile has no ${wanted}`);
    return found[1];
  };
  const pairs = last.filter(([name]) => name === 'ENV').flatMap(([, text]) => text.split(' ').map((pair) => pair.split('=')));
  return {
    user: valueOf('USER'),
    workdir: valueOf('WORKDIR'),
    env: Object.fromEntries(pairs) as Record<string, string>,
    entrypoint: JSON.parse(valueOf('ENTRYPOINT')) as string[],
    command: JSON.parse(valueOf('CMD')) as string[],
    copied: last.filter(([name]) => name === 'COPY').map(([, text]) => text),
  };
}
