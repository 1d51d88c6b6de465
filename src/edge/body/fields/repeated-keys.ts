import { invalidField } from '#kernel/errors.js';

type Path = readonly (string | number)[];

/** A list or an object that is open: the keys so far of an object, and the key or the index of the present member. */
interface Open {
  readonly keys: Set<string> | undefined;
  at: string | number;
}

/** Where texts begin, brackets and commas. */
const token = /["{}[\],]/g;
const tokensInStep = 1_000;
const freeRoutes = new WeakSet<object>();

/** A route whose body holds data of the caller: a key that comes twice there is no mistake of ours to find. */
export const TakesRepeatedKeys = (): MethodDecorator => (_target, _name, descriptor) => {
  if (typeof descriptor.value === 'function') freeRoutes.add(descriptor.value);
};

export function takesRepeatedKeys(route: object): boolean {
  return freeRoutes.has(route);
}

/**
 * Finds the first key that an object of a valid JSON text has twice, of which `JSON.parse` keeps the last one; a step takes less than a
 * millisecond. @returns the path of the key; undefined if there is none
 */
export function* repeatedKeySteps(json: string): Generator<void, Path | undefined> {
  const open: Open[] = [];
  let [isKey, count] = [false, 0];
  for (let from = 0; ;) {
    token.lastIndex = from;
    const match = token.exec(json);
    if (match === null) return undefined;
    const [sign] = match;
    const inner = open.at(-1);
    from = match.index + 1;
    if (sign === '"') {
      let end = json.indexOf('"', from);
      while (isEscaped(json, end)) {
        end = json.indexOf('"', end + 1);
        count += 1;
        if (count % tokensInStep === 0) yield;
      }
      from = end + 1;
      if (isKey && inner?.keys !== undefined) {
        inner.at = JSON.parse(json.slice(match.index, from)) as string;
        if (inner.keys.has(inner.at)) return open.map(({ at }) => at);
        inner.keys.add(inner.at);
      }
      isKey = false;
    } else if (sign === ',') {
      isKey = inner?.keys !== undefined;
      if (typeof inner?.at === 'number') inner.at += 1;
    } else if (sign === '{' || sign === '[') {
      isKey = sign === '{';
      open.push({ keys: isKey ? new Set() : undefined, at: isKey ? '' : 0 });
    } else open.pop();
    count += 1;
    if (count % tokensInStep === 0) yield;
  }
}

/** @param path of a key that an object has twice, if there is one. @throws DomainError invalid */
export function refuseRepeated(path: Path | undefined): void {
  if (path !== undefined) throw invalidField([...path], `${path.join('.')} must be given only once`, 'duplicate_field');
}

function isEscaped(json: string, at: number): boolean {
  let slashes = 0;
  while (json[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}
