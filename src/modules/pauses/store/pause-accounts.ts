import { Injectable } from '@nestjs/common';
import { EventStore } from '#ledger/events/event-store.js';
import { fold } from '#kernel/decider.js';
import { pause } from '../domain/pause.decider.js';
import type { PauseState } from '../domain/pause.state.js';
import { pauseStreamOf } from './pause-stream.js';

export interface StoredAccount {
  readonly state: PauseState;
  /** Length of the stream. */
  readonly position: number;
}

/** Reads the answer accounts of runs from their streams. */
@Injectable()
export class PauseAccounts {
  constructor(private readonly store: EventStore) {}

  async of(executionId: string, workspaceId: string): Promise<StoredAccount> {
    const { stream, streamId } = pauseStreamOf(executionId, workspaceId);
    const history = await this.store.read(stream, streamId);
    return { state: fold(pause, history), position: history.length };
  }
}
