import type { Json, JsonObject } from '#kernel/json.js';
import { checkDeclared } from './declared-outputs.js';
import type { Plan, PlannedBlock } from './plan.js';
import { normaliseName, readPath, type Reference } from './reference.js';
import { nodeKey, type Scope } from './scope.js';

/** The data that references reach, as far as the run has come. */
export interface RunValues {
  /** Output of each block that ended, by node key. */
  readonly outputs: Map<string, JsonObject>;
  /** By normalised name. */
  readonly variables: Map<string, Json>;
}

/** The answer to a reference; the value is undefined while there is none. */
export interface Resolution {
  readonly value: Json | undefined;
}

/**
 * Answers one family of references, seen from one scope; undefined when the reference belongs to another family.
 * @throws BlockFailure when the reference can never have a value
 */
export type ReferenceResolver = (reference: Reference, scope: Scope) => Resolution | undefined;

/** The families in the order in which they are asked. */
export function resolversOf(plan: Plan, values: RunValues): readonly ReferenceResolver[] {
  return [variables(values), blocks(plan, values)];
}

/** What the first family that claims the reference says. */
export function resolve(resolvers: readonly ReferenceResolver[], reference: Reference, scope: Scope): Json | undefined {
  for (const resolver of resolvers) {
    const resolution = resolver(reference, scope);
    if (resolution !== undefined) return resolution.value;
  }
  return undefined;
}

function variables(values: RunValues): ReferenceResolver {
  return ({ base, path: [name, ...path] }) =>
    base === 'variable' ? { value: readPath(values.variables.get(normaliseName(name ?? '')), path) } : undefined;
}

function blocks(plan: Plan, values: RunValues): ReferenceResolver {
  return ({ base, path }, scope) => {
    const id = plan.names.get(base);
    if (id === undefined) return undefined;
    const block = plan.blocks.get(id);
    const output = block === undefined ? undefined : values.outputs.get(keySeenFrom(scope, block));
    if (block === undefined || output === undefined) return { value: undefined };
    const value = readPath(output, path);
    if (value === undefined) checkDeclared(block, path);
    return { value };
  };
}

/** Blocks of the same pass come first, then those of the passes around it. */
function keySeenFrom(scope: Scope, { id, region }: PlannedBlock): string {
  let at: Scope | null = scope;
  while (at !== null && at.region !== region) at = at.parent;
  return nodeKey(at?.path ?? '', id);
}
