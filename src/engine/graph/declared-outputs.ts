import { isJsonObject, type Json } from '#kernel/json.js';
import { BlockFailure } from '../block-failure.js';
import type { PlannedBlock } from './plan.js';

/**
 * Tells a mistyped path from a value that is merely absent: refuses a path that the declared outputs of the block rule out.
 * @throws BlockFailure naming the outputs that exist
 */
export function checkDeclared({ name, outputs }: Pick<PlannedBlock, 'name' | 'outputs'>, path: readonly string[]): void {
  let declared = outputs;
  for (const [depth, field] of path.entries()) {
    if (declared === null) return;
    // Every block has an `error` while it has failed.
    if (!Object.hasOwn(declared, field) && !(depth === 0 && field === 'error'))
      throw unknownOutput(name, path.slice(0, depth + 1), declared);
    declared = fieldsOf(declared[field]);
  }
}

/** The fields that a schema lists; null when it does not say. */
function fieldsOf(schema: Json | undefined): Readonly<Record<string, Json>> | null {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  return isJsonObject(properties) && Object.keys(properties).length > 0 ? properties : null;
}

function unknownOutput(name: string, path: readonly string[], declared: Readonly<Record<string, Json>>): BlockFailure {
  const available = Object.keys(declared).join(', ');
  return new BlockFailure(`"${name}" has no output "${path.join('.')}". Available: ${available}`, { status: 400 });
}
