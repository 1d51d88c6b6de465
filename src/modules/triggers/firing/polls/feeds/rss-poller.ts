import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Pool } from 'pg';
import { EventStore } from '#ledger/events/event-store.js';
import { selectOne } from '#ledger/rows/select.js';
import { Clock } from '#kernel/clock.js';
import type { JsonObject } from '#kernel/json.js';
import { OutboundHttp, type OutboundResponse } from '#world/outbound/outbound-http.js';
import { Deliveries } from '../../../deliveries/deliveries.js';
import { rss, type RssConfig } from '../../../kinds/rss-kind.js';
import { pollCursorTable } from '../../../store/poll-cursor.entity.js';
import { WrittenSecrets } from '../../../store/secrets/written-secrets.js';
import { Pollers, Poller, type Poll } from '../poller.js';
import { knownWith, newItems, type FeedPlace } from './new-items.js';
import { readFeedInThread } from '../reading/read-in-thread.js';
import type { Feed, FeedItem } from './read-feed.js';

const timeoutMs = 30_000;
const largestFeed = 10 * 1024 * 1024;
const accepted = 'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5';

/** Where a trigger has come to in its feed. */
type RssPlace = FeedPlace & {
  /** The feed, as it is written in the block: another feed begins again. */
  readonly source: string;
  /** Of the last answer of which all items were taken. */
  readonly etag?: string;
  readonly lastModified?: string;
  readonly digest?: string;
};

type Validators = Pick<RssPlace, 'etag' | 'lastModified' | 'digest'>;

/** Asks feeds for new items. Each item is one delivery, whose append notes the item. */
@Injectable()
export class RssPoller extends Poller implements OnModuleInit {
  readonly kind = rss;

  constructor(
    private readonly pool: Pool,
    private readonly store: EventStore,
    private readonly http: OutboundHttp,
    private readonly deliveries: Deliveries,
    private readonly secrets: WrittenSecrets,
    private readonly clock: Clock,
    private readonly pollers: Pollers,
  ) {
    super();
  }

  onModuleInit(): void {
    this.pollers.register(this);
  }

  async poll(poll: Poll): Promise<void> {
    const place = await this.#placeOf(poll);
    const answer = await this.#fetch(poll, place);
    if (answer.status === 304) return;
    if (answer.status < 200 || answer.status > 299) throw new Error(`The feed responded with status ${answer.status}`);
    const digest = createHash('sha256').update(answer.body).digest('base64url');
    if (digest === place.digest) return;
    const feed = await readFeedInThread(answer.body, answer.headers['content-type'] ?? '', poll.signal);
    const { items, isMore } = newItems(feed.items, place);
    const reached = await this.#deliver(poll, { place, feed, items });
    // The validators stay away while items are left, so that the next poll receives the feed again. Duplicates have not moved the place.
    await this.#keep(poll, isMore ? reached : { ...reached, ...validatorsOf(answer, digest) });
  }

  async #placeOf({ trigger }: Poll): Promise<RssPlace> {
    const { feedUrl } = trigger.config as RssConfig;
    const kept = await selectOne(this.pool, pollCursorTable, { triggerId: trigger.id });
    if (kept === undefined) return { source: feedUrl, since: iso(trigger.createdAt), known: [] };
    const place = kept.place as unknown as RssPlace;
    return place.source === feedUrl ? place : { source: feedUrl, since: iso(trigger.updatedAt), known: [] };
  }

  async #fetch({ trigger, signal }: Poll, { source, etag, lastModified }: RssPlace): Promise<OutboundResponse> {
    const headers = {
      accept: accepted,
      ...(etag === undefined ? {} : { 'if-none-match': etag }),
      ...(lastModified === undefined ? {} : { 'if-modified-since': lastModified }),
    };
    const url = await this.secrets.expand(trigger.workspaceId, source);
    return this.http.send({ url, method: 'GET', headers, timeoutMs, maxResponseBytes: largestFeed, signal, tenant: trigger.workspaceId });
  }

  async #deliver(
    { trigger, lease, signal }: Poll,
    found: { readonly place: RssPlace; readonly feed: Feed; readonly items: readonly FeedItem[] },
  ): Promise<RssPlace> {
    const { feed } = found;
    let { place } = found;
    for (const each of found.items) {
      signal.throwIfAborted();
      const { source, since } = place;
      place = { source, since, known: knownWith(place.known, each.id, feed.items) };
      const writes = [pollCursorTable.put({ triggerId: trigger.id, place: place as unknown as JsonObject })];
      const payload = { ...headOf(each), item: each.item, feed: { ...feed.feed }, timestamp: this.clock.iso() };
      await this.deliveries.accept({ trigger, key: `item:${each.id}`, payload, alongside: { writes, lease } });
    }
    return place;
  }

  async #keep({ trigger, lease }: Poll, place: RssPlace): Promise<void> {
    const write = pollCursorTable.put({ triggerId: trigger.id, place: place as unknown as JsonObject });
    await this.store.append({ streams: [], writes: [write], lease });
  }
}

function headOf({ item }: FeedItem): JsonObject {
  const { title = '', link = '', pubDate = '' } = item;
  return { title, link, pubDate };
}

function validatorsOf({ headers }: OutboundResponse, digest: string): Validators {
  const { etag, 'last-modified': lastModified } = headers;
  return { digest, ...(etag === undefined ? {} : { etag }), ...(lastModified === undefined ? {} : { lastModified }) };
}

function iso(time: string): string {
  return new Date(time).toISOString();
}
