import type { Isolate, Reference, Script } from 'isolated-vm';
import type { GuestCell, Realm } from './cell.js';

/** By these a frozen realm differs from an ordinary one without an error. Compatibility alone rests on this, not safety. */
const NEEDS_OWN_REALM = /\b(?:Reflect|Function|eval|isFrozen|isSealed|isExtensible|getOwnPropertyDescriptors?)\b/;

/** The code does not compile; the message is for its author. */
export class CodeError extends Error {}

/** User code as this process knows it. */
export class GuestProgram {
  /** It needs what a frozen realm refuses. */
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
    this.needsOwnRealm = NEEDS_OWN_REALM.test(code);
    this.usesFetch = /\bfetch\b/.test(code);
  }

  /**
   * What makes the user's function from the values that it is given, in this realm.
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

  /** The code is all that stands in its function, and its first line is line 1. */
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
