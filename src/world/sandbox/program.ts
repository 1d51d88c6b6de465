import { LRUCache } from 'lru-cache';
import type { SandboxRequest } from './sandbox.js';

const rememberedPrograms = 4_096;
const shortMs = 0.5;
/** How fast one slow run loses its weight. */
const decayFactor = 0.9;

/** User code for the processes: sent once to each, then referred to by id. */
export class Program {
  /** Whether a run may wait for the network, judged by the text of the code. */
  readonly mentionsFetch: boolean;
  #slowestMs: number | undefined;

  constructor(
    readonly id: string,
    /** Programs of one group may share an isolate: one tenant, and one deployment of theirs. */
    readonly group: string,
    readonly code: string,
    readonly names: string,
  ) {
    this.mentionsFetch = /\bfetch\b/.test(code);
  }

  /** The expected duration of a run; a program that never ran may take any time. */
  get expectedMs(): number {
    return this.#slowestMs ?? Number.POSITIVE_INFINITY;
  }

  /** Short runs may queue up in a process that is already busy. */
  get isShort(): boolean {
    return this.expectedMs <= shortMs;
  }

  ran(ms: number): void {
    this.#slowestMs = Math.max(ms, (this.#slowestMs ?? 0) * decayFactor);
  }
}

export class Programs {
  readonly #known = new LRUCache<string, Program>({ max: rememberedPrograms });
  #made = 0;

  /** The same program again as long as tenant, name, code and names of the bindings are the same. */
  of({ tenant, program, code }: SandboxRequest, names: string): Program {
    const owner = `${tenant.length}:${tenant}`;
    const key = `${owner}:${program}`;
    const known = this.#known.get(key);
    if (known !== undefined && known.code === code && known.names === names) return known;
    const lastColon = program.lastIndexOf(':');
    const group = `${owner}:${lastColon < 0 ? program : program.slice(0, lastColon)}`;
    const made = new Program(String((this.#made += 1)), group, code, names);
    this.#known.set(key, made);
    return made;
  }
}
