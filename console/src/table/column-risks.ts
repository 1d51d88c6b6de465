/** A column as a person wants it. */
export interface WantedColumn {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly unique: boolean;
}

/** What is known about the rows and the uses of a column; undefined while it is counted. */
export interface ColumnFacts {
  readonly filled: number | undefined;
  readonly empty: number | undefined;
  readonly uses: number | undefined;
}

/** What a change breaks or may be refused for, in sentences. */
export function risksOf(before: WantedColumn, after: WantedColumn, { filled, empty, uses }: ColumnFacts): readonly string[] {
  const risks: string[] = [];
  if (after.name !== before.name) {
    risks.push(`Filters, saved links and requests that name ${before.name} are refused.`, ...usesRisk(uses, `name ${before.name}`));
  }
  if (after.type !== before.type) {
    const cells = filled === undefined ? 'The cells' : count(filled, 'cell', 'cells');
    risks.push(
      `${cells} must be readable as ${after.type} without losing information. Otherwise nothing changes.`,
      ...usesRisk(uses, 'read or write it'),
    );
  }
  if (after.required && !before.required && empty !== 0) {
    risks.push(`${empty === undefined ? 'Rows' : count(empty, 'row has', 'rows have')} no value. Fill them first: the change is refused.`);
  }
  if (after.required && !before.required) risks.push('Rows without a value are refused from then on.');
  if (after.unique && !before.unique) risks.push('If a value occurs twice, the change is refused and names it.');
  return risks;
}

/** What the deletion of a column takes away. */
export function lossesOf({ name }: Pick<WantedColumn, 'name'>, { filled, uses }: ColumnFacts): readonly string[] {
  const cells = filled === undefined ? 'Its cells' : count(filled, 'cell', 'cells');
  return [`${cells} with a value are deleted.`, `Requests that name ${name} are refused.`, ...usesRisk(uses, `name ${name}`)];
}

function usesRisk(uses: number | undefined, how: string): readonly string[] {
  if (uses === undefined || uses === 0) return [];
  return [`${count(uses, 'workflow uses', 'workflows use')} this table: blocks that ${how} fail until they are changed.`];
}

function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}
