/** A number of things with its noun: `1 row`, `1,200 rows`. */
export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
