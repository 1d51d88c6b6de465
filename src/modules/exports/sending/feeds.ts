import { Injectable } from '@nestjs/common';
import type { ExportConsumer } from '#host/config/files/exports-file.js';
import { AuditFeed } from '#modules/audit/index.js';
import { LogFeed } from '#modules/logs/index.js';
import type { Feed } from './feed.js';

/** The feeds that can be exported continuously. */
@Injectable()
export class Feeds {
  readonly #byName: Readonly<Record<ExportConsumer['feed'], Feed>>;

  constructor(logs: LogFeed, audit: AuditFeed) {
    this.#byName = { logs, audit };
  }

  of({ feed }: Pick<ExportConsumer, 'feed'>): Feed {
    return this.#byName[feed];
  }
}
