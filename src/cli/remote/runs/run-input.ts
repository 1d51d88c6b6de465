import { CommandFailed, WrongUsage } from '../../failure.js';

/**
 * The input of a run from `--input`: `name=text` and `name:=JSON` for single fields, repeated for each field, or once
 * the whole input as JSON, `@file` or `-`, which `read` reads. The default is an empty object. @throws WrongUsage for anything else, CommandFailed for a file without JSON
 */
export async function runInput(given: readonly string[], read: (source: string) => Promise<string>): Promise<unknown> {
  const [whole] = given;
  if (whole === undefined) return {};
  if (!isWhole(whole)) return fields(given);
  if (given.length > 1) throw new WrongUsage(`--input ${whole} is the whole input; use it once`);
  const source = whole === '-' ? '-' : whole.startsWith('@') ? whole.slice(1) : undefined;
  if (source === undefined) return json(whole, '--input', WrongUsage);
  return json(await read(source), `The input from ${source === '-' ? 'standard input' : source}`, CommandFailed);
}

function isWhole(text: string): boolean {
  return text === '-' || /^[@{["]/.test(text);
}

function fields(given: readonly string[]): unknown {
  const read = given.map(field);
  const [twice] = read.map(([name]) => name).filter((name, at, names) => names.indexOf(name) < at);
  if (twice !== undefined) throw new WrongUsage(`--input ${twice} is there more than once`);
  return Object.fromEntries(read);
}

function field(text: string): readonly [string, unknown] {
  const [, name = '', operator, value = ''] = /^([^=]*?)(:?=)(.*)$/s.exec(text) ?? [];
  if (name === '') throw new WrongUsage(`--input takes name=text, name:=JSON, a JSON object, @file or -, got "${text}"`);
  return [name, operator === '=' ? value : json(value, `--input ${name}`, WrongUsage)];
}

function json(text: string, what: string, Failure: typeof CommandFailed): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Failure(`${what} is not JSON: ${(error as Error).message}`, { cause: error });
  }
}
