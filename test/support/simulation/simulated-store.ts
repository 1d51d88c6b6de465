import { EventStore, type Append } from '#ledger/events/event-store.js';
import type { NewEvent, RecordedOf } from '#kernel/event.js';
import type { Stream } from '#kernel/stream.js';
import type { Database } from './database.js';
import type { Faults } from './faults.js';
import type { Network, Sender } from './network.js';
import type { VirtualTime } from './virtual-time.js';

/** The event store as one process sees it: its appends arrive in the order in which they were sent. */
export class SimulatedStore extends EventStore {
  #laneFreeAt = 0;

  constructor(
    private readonly sender: Sender & { readonly owner: number },
    private readonly parts: { readonly database: Database; readonly network: Network; readonly time: VirtualTime; readonly faults: Faults },
  ) {
    super();
  }

  append(append: Append): Promise<void> {
    const { database, network, time, faults } = this.parts;
    const { owner } = this.sender;
    const arrivesAt = Math.max(this.#laneFreeAt, time.now + network.latency());
    // Whatever else has the same time stays behind it.
    this.#laneFreeAt = arrivesAt + 1;
    // As text, like on the wire: what the sender changes later is not sent.
    const streams = JSON.parse(JSON.stringify(append.streams)) as Append['streams'];
    const what = append.streams.flatMap(({ events }) => events.map(({ type }) => type)).join(', ');
    const label = `process ${owner} appends ${what}`;
    const work = (): void => database.apply({ ...append, streams }, owner);
    return network.request(this.sender, label, work, faults.fateOfAppend(), arrivesAt - time.now);
  }

  read<Event extends NewEvent>(_: Stream<Event>, streamId: string, after = 0, limit = Infinity): Promise<RecordedOf<Event>[]> {
    const { database, network, faults } = this.parts;
    const work = (): RecordedOf<Event>[] => {
      const events = database.stream(streamId).filter(({ position }) => position > after);
      return JSON.parse(JSON.stringify(events.slice(0, limit))) as RecordedOf<Event>[];
    };
    return network.request(this.sender, `process ${this.sender.owner} reads`, work, faults.fateOfRead());
  }

  grown(): Promise<string[]> {
    return Promise.resolve([]);
  }

  onAppended(): () => void {
    return () => undefined;
  }
}
