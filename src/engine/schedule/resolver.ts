import type { Json, JsonObject } from '#kernel/json.js';
import { BlockFailure } from '../block-failure.js';
import { branchSlot } from './containers/container-run.js';
import { checkDeclared } from '../graph/declared-outputs.js';
import type { Region } from '../graph/plan.js';
import { normaliseName, readPath, type Reference } from '../texts/reference.js';
import { BlockInputs, type Secrets } from '../values/block-inputs.js';
import type { ReadyNode } from './scheduler.js';
import { nodeKey, type Pass, type Scope } from './scope.js';

/** The answer to a reference; the value is undefined while there is none. */
interface Resolution {
  readonly value: Json | undefined;
}

/** Answers one family of references, seen from one scope; undefined when the reference belongs to another family. */
type ReferenceResolver = (reference: Reference, scope: Scope) => Resolution | undefined;

/**
 * The value of a reference as a block in `scope` sees it; undefined while there is none.
 * @throws BlockFailure when the reference can never have a value
 */
export function resolve(reference: Reference, scope: Scope): Json | undefined {
  for (const resolver of families) {
    const resolution = resolver(reference, scope);
    if (resolution !== undefined) return resolution.value;
  }
  return undefined;
}

/** In the order in which they are asked. */
const families: readonly ReferenceResolver[] = [innermost, named, variable, block];

/** `<loop.index>` and the like: about the innermost container of that kind. */
function innermost({ base, path, raw }: Reference, scope: Scope): Resolution | undefined {
  if (base !== 'loop' && base !== 'parallel') return undefined;
  for (const { region, pass } of around(scope)) if (region.kind === base && pass !== null) return aboutPass(pass, path, base);
  throw new BlockFailure(`${raw} can be used only inside a ${base}`, { status: 400 });
}

/** `<each order.index>`: about a container around the block, by its name. What else is asked of it is its output. */
function named({ base, path }: Reference, scope: Scope): Resolution | undefined {
  const [field] = path;
  if (field === undefined || !Object.hasOwn(passFields, field)) return undefined;
  for (const { pass } of around(scope)) if (pass?.name === base) return aboutPass(pass, path, base);
  return undefined;
}

function variable({ base, path: [name, ...path] }: Reference, { invocation }: Scope): Resolution | undefined {
  return base === 'variable' ? { value: readPath(invocation.variables.get(normaliseName(name ?? '')), path) } : undefined;
}

function block({ base, path }: Reference, scope: Scope): Resolution | undefined {
  const { plan, outputs } = scope.invocation;
  const id = plan.names.get(base);
  if (id === undefined) return undefined;
  const planned = plan.blocks.get(id);
  const output = planned === undefined ? undefined : outputs.get(nodeKey(slotSeenFrom(scope, planned.region), id));
  if (planned === undefined || output === undefined) return { value: undefined };
  const value = readPath(output, path);
  if (value === undefined) checkDeclared(planned, path);
  return { value };
}

const passFields = {
  index: ({ index }: Pass) => index,
  iteration: ({ index }: Pass) => index,
  currentItem: ({ items, index }: Pass) => items?.[index],
  item: ({ items, index }: Pass) => items?.[index],
  items: ({ items }: Pass) => items ?? undefined,
} satisfies Record<string, (pass: Pass) => Json | undefined>;

function aboutPass(pass: Pass, [field = '', ...path]: readonly string[], base: string): Resolution {
  if (!Object.hasOwn(passFields, field)) {
    throw new BlockFailure(`"${base}" has no "${field}". Available: ${Object.keys(passFields).join(', ')}`, { status: 400 });
  }
  return { value: readPath(passFields[field as keyof typeof passFields](pass), path) };
}

function* around(scope: Scope): Generator<Scope> {
  for (let at: Scope | null = scope; at !== null; at = at.parent) yield at;
}

/** Blocks of the same pass come first, then those of the passes around it; from outside a parallel its first branch is seen. */
function slotSeenFrom(scope: Scope, region: Region): string {
  if (region.parent === null) return '';
  for (const at of around(scope)) if (at.region === region) return at.slot;
  const container = nodeKey(slotSeenFrom(scope, region.parent), region.id);
  return region.kind === 'parallel' ? branchSlot(container, 0) : container;
}

/** Output of the block whose edge led to this one. */
export function incomingOf({ scope, from }: ReadyNode): JsonObject {
  return (from === null ? undefined : scope.invocation.outputs.get(nodeKey(scope.slot, from))) ?? {};
}

/** The fields of a block, with the present values. */
export function inputsFor({ scope }: Pick<ReadyNode, 'scope'>, secrets: Secrets): BlockInputs {
  return new BlockInputs(scope.region.sources, (reference) => resolve(reference, scope), secrets);
}

/** The fields of the block that a tool call runs. `<tool.…>` refers to the data of the call. */
export function inputsForTool({ scope }: Pick<ReadyNode, 'scope'>, data: JsonObject, secrets: Secrets): BlockInputs {
  const lookUp = (reference: Reference): Json | undefined =>
    reference.base === 'tool' ? readPath(data, reference.path) : resolve(reference, scope);
  return new BlockInputs(scope.region.sources.fresh('tool'), lookUp, secrets);
}
