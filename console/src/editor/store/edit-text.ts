import type { Json } from '../../../../src/kernel/json.js';
import { overlap, ruleOf } from '../../../../src/modules/workflows/domain/edits/rules.js';
import type { DraftOperation } from '../../../../src/modules/workflows/domain/edits/operation.js';
import type { Conflict } from './draft-state.js';

/** What operations write, to be pasted elsewhere. */
export function editText(operations: readonly DraftOperation[]): string {
  return operations.map((each) => written(each) ?? JSON.stringify(each, undefined, 2)).join('\n');
}

/** The two values of a part between which a user decides; undefined where an edit is more than a value. */
export function sidesOf({ edit, theirs }: Conflict): { readonly theirs: string; readonly mine: string } | undefined {
  const [own, more] = edit.operations;
  if (own === undefined || more !== undefined) return undefined;
  const key = ruleOf(own).key(own);
  const other = theirs.flatMap(({ operations }) => operations ?? []).findLast((each) => overlap(ruleOf(each).key(each), key));
  const [mine, before] = [written(own), other && written(other)];
  return mine === undefined || before === undefined ? undefined : { theirs: before, mine };
}

function written(operation: DraftOperation): string | undefined {
  if (operation.op === 'rename') return operation.name;
  return operation.op === 'set' ? textOf(operation.value) : undefined;
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}
