import type { Json } from '#kernel/json.js';

/** JSON that may be invalid: an object may contain a field twice, and a leaf is any text. */
export type JsonTree =
  | { readonly kind: 'object'; readonly fields: readonly (readonly [name: string, value: JsonTree])[] }
  | { readonly kind: 'array'; readonly items: readonly JsonTree[] }
  | { readonly kind: 'leaf'; readonly text: string };

export type JsonPath = readonly number[];

export function leaf(text: string): JsonTree {
  return { kind: 'leaf', text };
}

export function treeOf(value: Json): JsonTree {
  if (Array.isArray(value)) return { kind: 'array', items: value.map((item: Json) => treeOf(item)) };
  if (typeof value !== 'object' || value === null) return leaf(JSON.stringify(value));
  return { kind: 'object', fields: Object.entries(value).map(([name, item]) => [name, treeOf(item as Json)] as const) };
}

export function textOf(tree: JsonTree): string {
  if (tree.kind === 'leaf') return tree.text;
  if (tree.kind === 'array') return `[${tree.items.map(textOf).join(',')}]`;
  return `{${tree.fields.map(([name, value]) => `${nameText(name)}:${textOf(value)}`).join(',')}}`;
}

/** Returns a name that is already a JSON string unchanged, so that escape sequences are sent as they are. */
function nameText(name: string): string {
  return /^"(?:[^"\\]|\\.)*"$/.test(name) ? name : JSON.stringify(name);
}

/** Returns the path of every node of the tree, the root first. */
export function placesIn(tree: JsonTree, here: JsonPath = []): JsonPath[] {
  return [here, ...childrenOf(tree).flatMap((child, index) => placesIn(child, [...here, index]))];
}

/** Returns the tree with the node at the path replaced. */
export function replaceAt(tree: JsonTree, [index, ...rest]: JsonPath, change: (part: JsonTree) => JsonTree): JsonTree {
  if (index === undefined) return change(tree);
  if (tree.kind === 'array')
    return { kind: 'array', items: tree.items.map((item, at) => (at === index ? replaceAt(item, rest, change) : item)) };
  if (tree.kind === 'leaf') return tree;
  const fields = tree.fields.map(([name, value], at) => [name, at === index ? replaceAt(value, rest, change) : value] as const);
  return { kind: 'object', fields };
}

function childrenOf(tree: JsonTree): readonly JsonTree[] {
  if (tree.kind === 'array') return tree.items;
  return tree.kind === 'object' ? tree.fields.map(([, value]) => value) : [];
}
