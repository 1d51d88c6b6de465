import { DomainError } from '#kernel/errors.js';
import type { Random } from './random.js';
import type { Host, VirtualTime } from './virtual-time.js';

/** The fate of one request. */
export type Fate =
  | 'answered'
  /** The request never arrives, and its sender receives that error. */
  | 'refused'
  /** The request was carried out, and its sender receives an error that leaves the outcome open. */
  | 'answer lost'
  /** The request was carried out, and its sender dies before the answer arrives. */
  | 'sender killed';

export interface Sender extends Host {
  kill(): void;
}

/** Requests between processes, the database and external systems, with random latency and random order. */
export class Network {
  constructor(
    private readonly time: VirtualTime,
    private readonly random: Random,
    private readonly slowestMs: number,
  ) {}

  latency(): number {
    return this.random.chance(0.4) ? 0 : this.random.between(0, this.slowestMs);
  }

  /** Carries `work` out elsewhere and brings back what it says. What is on its way when its sender dies may arrive or not. */
  request<Answer>(sender: Sender, label: string, work: () => Answer, fate: Fate = 'answered', delayMs = this.latency()): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const answer = (deliver: () => void): void => {
        this.time.after(this.latency(), `answer to ${label}`, sender, deliver);
      };
      this.time.after(delayMs, label, null, () => {
        if (!sender.isAlive && this.random.chance(0.5)) return;
        if (fate === 'refused') return answer(() => reject(unavailable()));
        try {
          const result = work();
          if (fate === 'sender killed') sender.kill();
          else if (fate === 'answer lost') answer(() => reject(unavailable()));
          else answer(() => resolve(result));
        } catch (error) {
          answer(() => reject(error as Error));
        }
      });
    });
  }
}

function unavailable(): DomainError {
  return new DomainError('unavailable', 'UNAVAILABLE', 'The database cannot be reached. Please retry shortly.', { retryAfterSeconds: 2 });
}
