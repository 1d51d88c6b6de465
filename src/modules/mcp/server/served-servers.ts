import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { FreshCache } from '#host/caches/fresh-cache.js';
import { EventStore } from '#ledger/events/event-store.js';
import { Signals } from '#ledger/signals/signals.js';
import { McpServers, type McpServerRow, type ToolRow } from '../store/mcp-servers.js';

/** A server with the tools that it offers now. */
export interface ServedServer {
  readonly server: McpServerRow;
  /** By name. */
  readonly tools: readonly ToolRow[];
}

const decisive = /^(mcp-|workflow\.(deployed|undeployed|deleted|version-activated|details-changed)$)/;

const topic = 'mcp-tools';

/** Of the descriptions of all servers that are kept, in characters. */
const mostTextLength = 64 * 1024 ** 2;

/**
 * The servers that clients call. What a server offers follows the active versions of its workflows: a change by this process is visible at
 * once, one by another process as soon as its signal arrives, and after at most 750 ms.
 */
@Injectable()
export class ServedServers implements OnModuleDestroy {
  readonly #known = new FreshCache<ServedServer | undefined>({
    maxEntries: 1000,
    size: { max: mostTextLength, of: textLengthOf },
    // Guessed ids cannot displace servers.
    separate: { maxEntries: 1000, includes: (served) => served === undefined },
  });
  readonly #stopListening: readonly (() => void)[];
  readonly #listeners = new Set<() => void>();

  constructor(
    private readonly servers: McpServers,
    store: EventStore,
    signals: Signals,
  ) {
    const stopReading = store.onAppended((streams) => {
      if (streams.some(({ events }) => events.some(({ type }) => decisive.test(type)))) signals.send(topic);
    });
    this.#stopListening = [stopReading, signals.on(topic, () => this.#change())];
  }

  onModuleDestroy(): void {
    for (const stop of this.#stopListening) stop();
  }

  /** Calls `listener` when tools of any server may have changed. @returns how to stop that */
  onChanged(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  find(id: string): Promise<ServedServer | undefined> {
    return this.#known.get(id, () => this.#load(id));
  }

  #change(): void {
    this.#known.clear();
    for (const listener of this.#listeners) listener();
  }

  async #load(id: string): Promise<ServedServer | undefined> {
    const server = await this.servers.find(id);
    if (server === undefined) return undefined;
    const tools = await this.servers.toolsOf([id]);
    return { server, tools: tools.filter(({ activeVersion }) => activeVersion !== null) };
  }
}

function textLengthOf(served: ServedServer | undefined): number {
  const texts = (served?.tools ?? []).flatMap(({ description, parameterDescriptions }) => [
    description ?? '',
    ...Object.entries(parameterDescriptions).flat(),
  ]);
  return texts.reduce((length, text) => length + text.length, 1);
}
