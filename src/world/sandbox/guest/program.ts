import type { Isolate, Reference, Script } from 'isolated-vm';
import type { GuestCell, Realm } from './cell.js';

/** Code with these behaves differently in a frozen realm, without an error. This affects compatibility, not safety. */
const ownRealmPattern = /\b(?:Reflect|Function|eval|isFrozen|isSealed|isExtensible|getOwnPropertyDescriptors?)\b/;

/** The code does not compile; the message is for its author. */
export class CodeError extends Error {}

/** User code, compiled in this process. */
export class GuestProgram {
  /** It cannot run in a frozen realm. */
  needsOwnRealm: boolean;
  readonly usesFetch: boolean;
  readonly group: string;
  readonly #names: string;
  readonly #code: string;
  #isChecked = false;

  constructor(group: string, names: string, code: string) {
    this.group = group;
    this.#names = names;
    this.#code = code;
    this.needsOwnRealm = ownRealmPattern.test(code);
    this.usesFetch = /\bfetch\b/.test(code);
  }

  /**
   * Creates the user's function from its values, in this realm.
   * @throws CodeError
   */
  in(realm: Realm, cell: GuestCell): Reference {
    return this.#compiled(realm, cell).runSync(realm.context, { reference: true }) as Reference;
  }

  #compiled(realm: Realm, cell: GuestCell): Script {
    let script = cell.scripts.get(this);
    if (script === undefined) cell.scripts.set(this, (script = this.#compile(realm, cell.isolate)));
    return script;
  }

  /** The function contains only the code, and its first line is line 1. */
  #compile(realm: Realm, isolate: Isolate): Script {
    const source = `(function(){"use strict";const{${this.#names}}=arguments[0];return async function(){\n${this.#code}\n}})`;
    try {
      const script = isolate.compileScriptSync(source, { filename: 'function.js', lineOffset: -1 });
      if (!this.#isChecked) realm.check.applySync(undefined, [this.#code]);
      this.#isChecked = true;
      return script;
    } catch (error) {
      throw error instanceof Error ? new CodeError(this.#explain(error)) : error;
    }
  }

  #explain({ name, message }: Error): string {
    const found = /^(.*) \[function\.js:(\d+):\d+\]$/s.exec(message);
    if (found === null) return `${name}: ${message}`;
    const lastLine = this.#code.split('\n').length;
    return `${name}: ${found[1]} (line ${Math.min(Math.max(1, Number(found[2])), lastLine)})`;
  }
}
