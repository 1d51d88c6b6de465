import { CommandFailed, WrongUsage } from '../../failure.js';

/**
 * The input of a run from `--input`: `name=text` and `name:=JSON` for single fields, repeated for each field, or once
 * the whole input as JSON, `@file` or `-`, which `read` reads. The default is an empty object. @throws CommandFailed for anything else
 */
export async function runInput(given: readonly string[], read: (source: string) => Promise<string>): Promise<unknown> {
  const [whole] = given;
  if (whole === undefined) return {};
  if (!isWhole(whole)) return Object.fromEntries(given.map(field));
  if (given.length > 1) throw new CommandFailed(`--input ${whole} is the whole input; use it once`);
  const source = whole === '-' ? '-' : whole.startsWith('@') ? whole.slice(1) : undefined;
  return json(
    source === undefined ? whole : await read(source),
    source === undefined ? '--input' : `The input from ${source === '-' ? 'standard input' : source}`,
  );
}

function isWhole(text: string): boolean {
  return text === '-' || /^[@{["]/.test(text);
}

function field(text: string): readonly [string, unknown] {
  const [, name = '', operator, value = ''] = /^([^=]*?)(:?=)(.*)$/s.exec(text) ?? [];
  if (name === '') throw new WrongUsage(`--input takes name=text, name:=JSON, a JSON object, @file or -, got "${text}"`);
  return [name, operator === '=' ? value : json(value, `--input ${name}`)];
}

function json(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandFailed(`${what} is not JSON: ${(error as Error).message}`, { cause: error });
  }
}
