import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { selectOne } from '#ledger/rows/select.js';
import { SecretMask } from '#engine/masking/secret-mask.js';
import { WorkspaceSecrets } from '#modules/environment/index.js';
import type { RegisteredTrigger } from '../triggers.js';
import { pollFailureTable, type PollFailure } from './poll-failure.entity.js';

const longestMessage = 500;

/** Which triggers cannot be polled, and why. */
@Injectable()
export class PollFailures {
  constructor(
    private readonly pool: Pool,
    private readonly secrets: WorkspaceSecrets,
  ) {}

  /** A poll has failed. The message may contain secrets of the workspace: an address does. */
  async note({ id, workspaceId }: RegisteredTrigger, message: string): Promise<void> {
    const masked = SecretMask.of(await this.secrets.of(workspaceId)).text(message);
    await this.pool.query({
      name: 'note_poll_failure',
      text: `insert into poll_failure as f (trigger_id, message, since, at) values ($1, $2, now(), now())
             on conflict (trigger_id) do update set message = excluded.message, at = excluded.at`,
      values: [id, masked.slice(0, longestMessage)],
    });
  }

  /** A poll has completed. */
  async forget(triggerId: string): Promise<void> {
    await this.pool.query({ name: 'forget_poll_failure', text: 'delete from poll_failure where trigger_id = $1', values: [triggerId] });
  }

  /** Undefined if the last poll completed, and while none has failed since the trigger was changed. */
  async of({ id, updatedAt }: RegisteredTrigger): Promise<PollFailure | undefined> {
    const failure = await selectOne(this.pool, pollFailureTable, { triggerId: id });
    return failure === undefined || Date.parse(failure.at) < Date.parse(updatedAt) ? undefined : failure;
  }
}
