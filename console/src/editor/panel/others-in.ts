import type { PresentPerson } from '@sluice/client';

/** Names of the others who have the draft open, and of those at each block. A person with several windows is named once. */
export function othersIn(
  people: readonly PresentPerson[],
  client: string,
): { readonly names: readonly string[]; readonly byBlock: ReadonlyMap<string, readonly string[]> } {
  const others = people.filter((each) => each.client !== client);
  const atBlocks = Map.groupBy(
    others.filter(({ block }) => block !== null),
    ({ block }) => block ?? '',
  );
  return { names: namesOf(others), byBlock: new Map([...atBlocks].map(([block, those]) => [block, namesOf(those)])) };
}

function namesOf(people: readonly PresentPerson[]): readonly string[] {
  return [...new Map(people.map(({ userId, name }) => [userId, name ?? 'Another member'])).values()];
}
