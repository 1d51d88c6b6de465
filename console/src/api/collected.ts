const most = 1000;

/** The items of all pages of a list that is short as a rule: at most a thousand. */
export async function collected<Item>(list: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const item of list) {
    found.push(item);
    if (found.length === most) break;
  }
  return found;
}
