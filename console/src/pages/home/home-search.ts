export type HomeRange = '24h' | '7d' | '30d';

/** What of the home page is in view, as the address has it. */
export interface HomeSearch {
  readonly range?: HomeRange;
}

export function homeSearchFrom({ range }: Readonly<Record<string, unknown>>): HomeSearch {
  return range === '7d' || range === '30d' ? { range } : {};
}
