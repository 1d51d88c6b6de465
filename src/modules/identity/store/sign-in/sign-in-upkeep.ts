import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Pool } from 'pg';
import { Housekeeper } from '#ledger/chores/housekeeper.js';

/** What ended a day ago. A session that rested too long has no event of its end: it is deleted when its last possible end has passed. */
const statements = [
  `with ended as (delete from user_session where coalesce(ended_at, expires_at) < now() - interval '1 day' returning id)
   delete from session_secret x using ended where x.session_id = ended.id`,
  `delete from sign_in_link where expires_at < now() - interval '1 day'`,
  `delete from workspace_invitation where expires_at < now() - interval '1 day'`,
  `delete from sign_in_failure where failed_at < now() - interval '1 day'`,
];

/** Deletes sessions, links, invitations and counts of wrong passwords whose time is over. */
@Injectable()
export class SignInUpkeep implements OnModuleInit {
  constructor(
    private readonly pool: Pool,
    private readonly housekeeper: Housekeeper,
  ) {}

  onModuleInit(): void {
    this.housekeeper.add(() => this.tidy());
  }

  async tidy(): Promise<void> {
    for (const text of statements) await this.pool.query(text);
  }
}
