import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Drain } from '#edge/gate/drain.js';
import { EventStore } from '#ledger/events/event-store.js';
import { Signals } from '#ledger/signals/signals.js';

/** Wakes the readers of a draft in all processes when the draft may have changed. */
@Injectable()
export class DraftNews implements OnModuleDestroy {
  readonly #stopping = new AbortController();
  readonly #stopListening: () => void;

  constructor(
    private readonly signals: Signals,
    store: EventStore,
    drain: Drain,
  ) {
    this.#stopListening = store.onAppended((streams) => {
      for (const { streamId, lifetime, events } of streams) {
        if (lifetime === 'ledger' && events.some(({ type }) => type.startsWith('workflow.'))) this.tell(streamId);
      }
    });
    drain.onBegin(() => this.#stopping.abort());
  }

  onModuleDestroy(): void {
    this.#stopListening();
    this.#stopping.abort();
  }

  /** Aborts when this process begins to stop. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Wakes the readers of a draft here at once and in the other processes soon. */
  tell(workflowId: string): void {
    this.signals.send(topicOf(workflowId));
  }

  /** Calls back when there may be news of a draft. A call may be lost. @returns how to stop it */
  on(workflowId: string, wake: () => void): () => void {
    return this.signals.on(topicOf(workflowId), wake);
  }
}

function topicOf(workflowId: string): string {
  return `draft.${workflowId}`;
}
