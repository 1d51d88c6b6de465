import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The order that `.dependency-cruiser.mjs` enforces. */
export interface HouseOrder {
  readonly ranks: readonly (readonly string[])[];
  readonly rings: Readonly<Record<string, readonly string[]>>;
  readonly rooms: Readonly<Record<string, readonly string[]>>;
}

export async function houseOrder(): Promise<HouseOrder> {
  return (await import(`${root}.dependency-cruiser.mjs`)) as HouseOrder;
}

/** The map that pages show: rings from the outside in, modules from the highest rank down, rooms in the order of their use. */
export function mapOf({ ranks, rings, rooms }: HouseOrder): string {
  const built = ranks
    .map((modules, rank) => ({ rank, modules: modules.filter((name) => existsSync(`${root}src/modules/${name}`)) }))
    .filter(({ modules }) => modules.length > 0)
    .toReversed();
  const lines = [
    ['app, cli', 'compose and start the rest'],
    ...built.flatMap(({ rank, modules }, at) => [
      [at === 0 ? 'modules' : '', `rank ${rank}  ${modules.join('  ')}`],
      ...modules.flatMap((name) => roomLines(`rooms of ${name}`, rooms[`src/modules/${name}`])),
    ]),
    ...Object.entries(rings)
      .toReversed()
      .flatMap(([ring, used]) => [
        [ring, used.length === 0 ? 'uses nothing' : `uses ${used.join(', ')}`],
        ...roomLines('rooms', rooms[`src/${ring}`]),
      ]),
  ];
  return lines.map(([where = '', what = '']) => `${where.padEnd(10)}${what}`.trimEnd()).join('\n');
}

function roomLines(title: string, rooms: readonly string[] | undefined): readonly (readonly string[])[] {
  const names = rooms?.filter((room) => room !== '.') ?? [];
  return names.length === 0 ? [] : [['', `  ${title}: ${names.join(' < ')}`]];
}
