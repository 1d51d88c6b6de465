import { invalid, type ErrorDetail } from '#kernel/errors.js';
import type { Json, JsonObject } from '#kernel/json.js';
import { normaliseName, readPath } from '#engine/texts/reference.js';

/** A value that a caller wants to see: a place in the output of a block. */
export interface SelectedOutput {
  readonly blockId: string;
  /** As written behind the block; empty for the whole output. */
  readonly path: string;
  readonly keys: readonly string[];
}

/** Id and name of each block of the document that runs, by id. */
export type NamedBlocks = Readonly<Record<string, { readonly name: string }>>;

const mostSelectors = 100;
const pathPattern = /^[^.[\]]+(?:\.[^.[\]]+|\[\d+\])*$/;
const keyPattern = /[^.[\]]+/g;

/**
 * Reads selectors: `<block id>`, `<block id>_<path>`, `<block id>.<path>` or `<block name>.<path>`; case and spaces of names do not count.
 * @throws DomainError invalid with one detail for each selector that leads nowhere
 */
export function selectOutputs(selectors: readonly string[], blocks: NamedBlocks): readonly SelectedOutput[] {
  if (selectors.length > mostSelectors) {
    throw invalid([
      { path: ['selectedOutputs'], message: `selectedOutputs may have ${mostSelectors} entries at most`, code: 'out_of_range' },
    ]);
  }
  const names = new Map(Object.entries(blocks).map(([id, { name }]) => [normaliseName(name), id]));
  const details: ErrorDetail[] = [];
  const selected = selectors.flatMap((selector, index) => {
    const found = byId(selector, blocks) ?? byName(selector, names);
    const output = found === undefined ? undefined : at(found.blockId, found.path);
    if (output === undefined) details.push({ path: ['selectedOutputs', index], message: complaint(selector, found), code: 'invalid' });
    return output === undefined ? [] : [output];
  });
  if (details.length > 0) throw invalid(details);
  return selected;
}

/** The selected values of one block that are there, by their paths as written. */
export function selectedValues(
  selection: readonly SelectedOutput[],
  blockId: string,
  output: JsonObject,
): readonly { readonly path: string; readonly value: Json }[] {
  return selection.flatMap((selected) => {
    const value = selected.blockId === blockId ? readPath(output, selected.keys) : undefined;
    return value === undefined ? [] : [{ path: selected.path, value }];
  });
}

/** Values by block and path; the whole output of a block stands for all its paths. */
export function addSelected(values: Record<string, Json>, blockId: string, path: string, value: Json): void {
  values[blockId] = path === '' ? value : { ...(values[blockId] as JsonObject | undefined), [path]: value };
}

interface Place {
  readonly blockId: string;
  readonly path: string | undefined;
}

/** Ids may hold the separators themselves, so the longest one that fits is meant. */
function byId(selector: string, blocks: NamedBlocks): Place | undefined {
  if (Object.hasOwn(blocks, selector)) return { blockId: selector, path: undefined };
  const [blockId] = Object.keys(blocks)
    .filter((id) => selector.startsWith(`${id}.`) || selector.startsWith(`${id}_`))
    .toSorted((one, other) => other.length - one.length);
  return blockId === undefined ? undefined : { blockId, path: selector.slice(blockId.length + 1) };
}

function byName(selector: string, names: ReadonlyMap<string, string>): Place | undefined {
  const dot = selector.indexOf('.');
  const blockId = names.get(normaliseName(dot < 0 ? selector : selector.slice(0, dot)));
  return blockId === undefined ? undefined : { blockId, path: dot < 0 ? undefined : selector.slice(dot + 1) };
}

function at(blockId: string, path: string | undefined): SelectedOutput | undefined {
  if (path === undefined) return { blockId, path: '', keys: [] };
  return pathPattern.test(path) ? { blockId, path, keys: path.match(keyPattern) ?? [] } : undefined;
}

function complaint(selector: string, found: Place | undefined): string {
  const text = JSON.stringify(selector.slice(0, 100));
  if (found !== undefined) return `selectedOutputs: the path in ${text} must be names and indexes such as result.items[0]`;
  return `selectedOutputs: ${text} names no block of the workflow; write block.path with the name or the id of a block`;
}
