import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { hashPassword, isPassword } from '#host/secrets/passwords/password-hash.js';
import type { Write } from '#ledger/rows/read-model.js';
import { selectOne } from '#ledger/rows/select.js';
import { chatPassword } from './chat-tables.entity.js';

/** The passwords of chats. They are stored as hashes and leave this class in no other form. */
@Injectable()
export class ChatPasswords {
  constructor(private readonly pool: Pool) {}

  /** The row that becomes durable with the event of the change. */
  async written(chatId: string, password: string): Promise<Write> {
    return chatPassword.put({ chatId, hash: await hashPassword(password) });
  }

  removed(chatId: string): Write {
    return chatPassword.remove({ chatId });
  }

  async isSet(chatId: string): Promise<boolean> {
    return (await selectOne(this.pool, chatPassword, { chatId })) !== undefined;
  }

  async accepts(chatId: string, password: string): Promise<boolean> {
    const row = await selectOne(this.pool, chatPassword, { chatId });
    return row !== undefined && (await isPassword(password, row.hash));
  }
}
