import type { AnyEventDefinition, NewEvent } from '#kernel/event.js';

/** Every event that this server can read. Unknown types and versions from the future fail loudly. */
export class EventCatalogue {
  readonly #definitions = new Map<string, AnyEventDefinition>();

  constructor(definitions: Iterable<AnyEventDefinition>) {
    for (const definition of definitions) {
      if (this.#definitions.has(definition.type)) throw new Error(`Two events are called ${definition.type}`);
      this.#definitions.set(definition.type, definition);
    }
  }

  definitions(): readonly AnyEventDefinition[] {
    return [...this.#definitions.values()];
  }

  /** The event with its payload in the present schema version. */
  upcast(type: string, version: number, payload: Record<string, unknown>): NewEvent {
    const definition = this.#definitions.get(type);
    if (definition === undefined) throw new Error(`Unknown event type ${type}: was it written by a newer release?`);
    if (version > definition.version) throw new Error(`${type} version ${version} was written by a newer release`);
    if (version === definition.version) return { type, version, payload };
    const present = definition.upcasts.slice(version - 1).reduce((older, upcast) => upcast(older), payload);
    return { type, version: definition.version, payload: present };
  }
}
