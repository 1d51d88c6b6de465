import { gzipSync } from 'node:zlib';
import type { Random } from '../simulation/random.js';
import type { FuzzWorld } from './fuzz-world.js';
import { brokenJson, hostileJson, hostileNames, hostileTexts } from './hostile-values.js';
import { leaf, placesIn, replaceAt, textOf, treeOf, type JsonPath, type JsonTree } from './json-tree.js';
import type { Draft, FormPart } from './near-valid.js';

type Changed = readonly [tree: JsonTree, note: string];

/** JSON with one thing wrong. */
export function mutateJson(tree: JsonTree, { foreign }: FuzzWorld, random: Random): Changed {
  const places = placesIn(tree);
  const inner = places.slice(1);
  const place = inner.length === 0 || random.chance(0.03) ? [] : random.pick(inner as [JsonPath, ...JsonPath[]]);
  const value = (): string => random.pick(hostileJson);
  const text = (): string => JSON.stringify(random.pick(hostileTexts));
  const changes: readonly [string, (part: JsonTree) => JsonTree][] = [
    ['another value', () => leaf(value())],
    ['another value', () => leaf(value())],
    ['a hostile text', () => leaf(text())],
    ['a hostile text', () => leaf(text())],
    ['an id of others', () => leaf(JSON.stringify(random.pick(foreign)))],
    ['a list around it', (part) => ({ kind: 'array', items: [part] })],
    ['many of it', (part) => ({ kind: 'array', items: Array.from({ length: random.pick([2, 51, 1_001]) }, () => part) })],
    ['no JSON', () => leaf(random.pick(brokenJson))],
    ['a field more', (part) => withField(part, random.pick(hostileNames), leaf(value()))],
    ['a field more', (part) => withField(part, random.pick(hostileNames), leaf(text()))],
    ['a field twice', (part) => twice(part, leaf(value()), random)],
    ['a field less', (part) => without(part, random)],
    ['another name', (part) => renamed(part, random.pick(hostileNames), random)],
  ];
  const [note, change] = random.pick(changes as [(typeof changes)[number], ...typeof changes]);
  const isOfObject = note.startsWith('a field') || note === 'another name';
  const target = isOfObject ? objectPlace(tree, random) : place;
  return [replaceAt(tree, target, change), `body: ${note} at ${pathText(tree, target)}`];
}

function objectPlace(tree: JsonTree, random: Random): JsonPath {
  const objects = placesIn(tree).filter((place) => {
    let isObject = false;
    replaceAt(tree, place, (part) => {
      isObject = part.kind === 'object';
      return part;
    });
    return isObject;
  });
  return objects.length === 0 ? [] : random.pick(objects as [JsonPath, ...JsonPath[]]);
}

function pathText(tree: JsonTree, place: JsonPath): string {
  let part = tree;
  const names: string[] = [];
  for (const index of place) {
    if (part.kind === 'object') {
      const [name, value] = part.fields[index] ?? ['', part];
      names.push(name);
      part = value;
    } else if (part.kind === 'array') {
      names.push(String(index));
      part = part.items[index] ?? part;
    }
  }
  return names.length === 0 ? '(all)' : names.join('.').slice(0, 80);
}

function withField(part: JsonTree, name: string, value: JsonTree): JsonTree {
  return part.kind === 'object' ? { kind: 'object', fields: [...part.fields, [name, value]] } : part;
}

function twice(part: JsonTree, value: JsonTree, random: Random): JsonTree {
  if (part.kind !== 'object' || part.fields.length === 0) return part;
  const [name] = random.pick(part.fields as [(typeof part.fields)[number], ...typeof part.fields]);
  const more = [name, value] as const;
  return { kind: 'object', fields: random.chance(0.5) ? [...part.fields, more] : [more, ...part.fields] };
}

function without(part: JsonTree, random: Random): JsonTree {
  if (part.kind !== 'object' || part.fields.length === 0) return part;
  const gone = random.between(0, part.fields.length - 1);
  return { kind: 'object', fields: part.fields.filter((_, index) => index !== gone) };
}

function renamed(part: JsonTree, name: string, random: Random): JsonTree {
  if (part.kind !== 'object' || part.fields.length === 0) return part;
  const changed = random.between(0, part.fields.length - 1);
  return { kind: 'object', fields: part.fields.map(([old, value], index) => [index === changed ? name : old, value] as const) };
}

/** What a form may not be. */
export function mutateForm(parts: readonly FormPart[], { foreign }: FuzzWorld, random: Random): readonly [readonly FormPart[], string] {
  const hostile = random.pick(hostileTexts).replaceAll('\ud800', '?').replaceAll('\udfff', '?');
  const file: FormPart = { name: 'file', filename: 'again.txt', content: 'x' };
  const changes: readonly [string, () => readonly FormPart[]][] = [
    ['no file', () => parts.filter(({ filename }) => filename === undefined)],
    ['no fields', () => parts.filter(({ filename }) => filename !== undefined)],
    ['two files', () => [...parts, file]],
    ['the file first', () => [...parts].toReversed()],
    ['a thousand parts', () => [...Array.from({ length: 1_000 }, (_, index) => ({ name: `p${index}`, content: 'x' })), ...parts]],
    ['an odd file name', () => parts.map((part) => (part.filename === undefined ? part : { ...part, filename: hostile }))],
    ['a path as file name', () => parts.map((part) => (part.filename === undefined ? part : { ...part, filename: '../../../tmp/x.txt' }))],
    ['an empty file', () => parts.map((part) => (part.filename === undefined ? part : { ...part, content: '' }))],
    ['an odd field', () => [...parts, { name: hostile, content: hostile }]],
    ['a hostile name', () => [{ name: '__proto__[x][y]', content: 'x' }, { name: 'a[b][c][d][e]', content: 'x' }, ...parts]],
    ['another workspace', () => parts.map((part) => (part.name === 'workspaceId' ? { ...part, content: random.pick(foreign) } : part))],
    ['an odd workspace', () => parts.map((part) => (part.name === 'workspaceId' ? { ...part, content: hostile } : part))],
    ['two workspaces', () => [...parts, { name: 'workspaceId', content: random.pick(foreign) }]],
    [
      'a document of another kind',
      () =>
        parts.map((part) =>
          part.filename === undefined
            ? part
            : { ...part, filename: random.pick(['x.pdf', 'x.docx', 'x.json', 'x.csv', 'x.html', 'x']), content: '%PDF-1.7 broken' },
        ),
    ],
    ['the file as a field', () => parts.map(({ name, content }) => ({ name, content }))],
    ['the field as a file', () => parts.map((part) => ({ ...part, filename: 'f.txt' }))],
  ];
  const [note, change] = random.pick(changes as [(typeof changes)[number], ...typeof changes]);
  return [change(), `form: ${note}`];
}

/** The bytes of a body with something wrong with them. */
export function mutateBytes(body: Buffer, random: Random): readonly [Buffer, string] {
  const at = random.between(0, Math.max(0, body.length - 1));
  const insert = (bytes: readonly number[]): Buffer => Buffer.concat([body.subarray(0, at), Buffer.from(bytes), body.subarray(at)]);
  const changes: readonly [string, () => Buffer][] = [
    ['cut short', () => body.subarray(0, at)],
    ['no UTF-8 in it', () => insert([0xff, 0xc0, 0x80])],
    ['a raw NUL in it', () => insert([0])],
    ['a mark of byte order', () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body])],
    ['UTF-16', () => Buffer.from(body.toString(), 'utf16le')],
    ['something behind it', () => Buffer.concat([body, Buffer.from('}')])],
    ['twice', () => Buffer.concat([body, body])],
    ['nothing', () => Buffer.alloc(0)],
    ['a bit turned', () => Buffer.from(body.map((byte, index) => (index === at ? byte ^ (1 << random.between(0, 7)) : byte)))],
    ['only space', () => Buffer.from(' \r\n')],
    ['compressed', () => gzipSync(body)],
  ];
  const [note, change] = random.pick(changes as [(typeof changes)[number], ...typeof changes]);
  return [change(), `bytes: ${note}`];
}

const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024, 0x20));

/** Returns a small compressed body that decompresses to 8 MiB. */
export function bombed(): Buffer {
  return bomb;
}

/** Returns the body as text, or undefined if the draft has no body. */
export function bodyText(body: Draft['body'], formText: (parts: readonly FormPart[]) => string): string | undefined {
  if (body.kind === 'none') return undefined;
  if (body.kind === 'json') return textOf(body.tree);
  return body.kind === 'form' ? formText(body.parts) : body.text;
}

export const emptyTree = treeOf({});
