import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { KeyDigest } from '#host/secrets/key-digest.js';
import { randomCode } from '#host/secrets/random-token.js';
import { Clock } from '#kernel/clock.js';

/** How long a code is valid, and the window in which codes for one address are counted. */
export const codeMinutes = 15;
export const mostCodes = 3;
const mostTries = 5;

/** The codes that prove an e-mail address. Only keyed digests of address and code are stored, and any process may check them. */
@Injectable()
export class VisitorCodes {
  constructor(
    private readonly pool: Pool,
    private readonly digests: KeyDigest,
    private readonly clock: Clock,
  ) {}

  /** A new code in place of the former one; undefined when the address has had enough of them. */
  async issue(chatId: string, email: string): Promise<string | undefined> {
    const code = randomCode();
    const visitor = this.#digest(chatId, email);
    const { now, before, until } = this.#times();
    const { rowCount } = await this.pool.query(
      `insert into chat_code as known (chat_id, visitor, code, tries, sent, counted_from, expires_at) values ($1, $2, $3, 0, 1, $4, $6)
       on conflict (chat_id, visitor) do update set code = $3, tries = 0, expires_at = $6,
         sent = case when known.counted_from <= $5 then 1 else known.sent + 1 end,
         counted_from = case when known.counted_from <= $5 then $4 else known.counted_from end
       where known.counted_from <= $5 or known.sent < ${mostCodes}`,
      [chatId, visitor, this.#digest(chatId, email, code), now, before, until],
    );
    return rowCount === 0 ? undefined : code;
  }

  /** Whether this is the code of the address. A code counts once, and has few tries. */
  async redeem(chatId: string, email: string, code: string): Promise<boolean> {
    const visitor = this.#digest(chatId, email);
    const { now } = this.#times();
    const { rows } = await this.pool.query<{ code: string }>(
      `update chat_code set tries = tries + 1 where chat_id = $1 and visitor = $2 and expires_at > $3 and tries < ${mostTries} returning code`,
      [chatId, visitor, now],
    );
    const given = this.#digest(chatId, email, code);
    const [stored] = rows;
    if (stored === undefined || !timingSafeEqual(Buffer.from(stored.code), Buffer.from(given))) return false;
    // Of two requests with the same code one finds it. The count of sent codes stays.
    const used = await this.pool.query(
      `update chat_code set expires_at = $4 where chat_id = $1 and visitor = $2 and code = $3 and expires_at > $4`,
      [chatId, visitor, given, now],
    );
    return used.rowCount === 1;
  }

  #times(): { readonly now: string; readonly before: string; readonly until: string } {
    const now = this.clock.now().getTime();
    const at = (ms: number): string => new Date(ms).toISOString();
    return { now: at(now), before: at(now - codeMinutes * 60_000), until: at(now + codeMinutes * 60_000) };
  }

  #digest(...parts: readonly string[]): string {
    return this.digests.digest(['chat-code', ...parts].join('\0'));
  }
}
