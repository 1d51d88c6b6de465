import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock } from '#kernel/clock.js';
import { deleteInSteps } from '#ledger/chores/delete-in-steps.js';
import { decide, on } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import { DeletedWorkspaces } from '#modules/identity/index.js';
import { Deployments } from '#modules/workflows/index.js';
import { chat } from '../domain/chat.decider.js';
import { chatStream } from '../domain/chat.events.js';
import { ChatPasswords } from './chat-passwords.js';

const step = 500;

/** Deletes the chats of deleted workflows and workspaces, and what is left of deleted chats. */
@Injectable()
export class ChatUpkeep {
  constructor(
    private readonly pool: Pool,
    private readonly store: EventStore,
    private readonly deployments: Deployments,
    private readonly workspaces: DeletedWorkspaces,
    private readonly passwords: ChatPasswords,
    private readonly clock: Clock,
  ) {}

  async tidy(): Promise<void> {
    await this.#endOrphans();
    await deleteInSteps(this.pool, 'chat_code', "expires_at < now() - interval '1 hour'", []);
    await deleteInSteps(this.pool, 'chat_code', 'not exists (select 1 from chat c where c.id = chat_id)', []);
    await deleteInSteps(this.pool, 'chat_turn', 'not exists (select 1 from chat c where c.id = chat_id)', []);
    const isEmpty = `not exists (select 1 from chat_turn t where t.workspace_id = chat_conversation.workspace_id
      and t.conversation_id = chat_conversation.conversation_id)`;
    await deleteInSteps(this.pool, 'chat_conversation', `created_at < now() - interval '1 day' and ${isEmpty}`, []);
    await deleteInSteps(this.pool, 'chat_conversation', 'not exists (select 1 from chat c where c.id = chat_id)', []);
  }

  async #endOrphans(): Promise<void> {
    for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
      const { rows } = await this.pool.query<{ id: string; workspace_id: string; workflow_id: string }>(
        `select id, workspace_id, workflow_id from chat where id > $1 order by id limit ${step}`,
        [after],
      );
      for (const row of rows) if (await this.#isOrphan(row)) await this.#end(row.id, row.workspace_id);
      const last = rows.at(-1);
      if (last === undefined || rows.length < step) return;
      after = last.id;
    }
  }

  async #isOrphan({ workspace_id, workflow_id }: { readonly workspace_id: string; readonly workflow_id: string }): Promise<boolean> {
    return (await this.deployments.find(workflow_id)) === undefined || (await this.workspaces.has(workspace_id));
  }

  async #end(id: string, workspaceId: string): Promise<void> {
    const command = { type: 'delete', at: this.clock.iso() } as const;
    await decide(this.store, on(chatStream.at(id, workspaceId), chat, command), { meta: {}, writes: [this.passwords.removed(id)] });
  }
}
