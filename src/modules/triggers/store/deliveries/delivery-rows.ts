import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock } from '#kernel/clock.js';
import { lowestId } from '#ledger/events/run-partitions.js';
import { select, selectOne, selectSql } from '#ledger/rows/select.js';
import type { DeliveryOutcome } from '../../domain/delivery.state.js';
import { deliveryModel, type DeliveryRow } from '../../projections/delivery.entity.js';

const countedMs = 24 * 3_600_000;
const mostCounted = 10_000;
/** An id is made some time before or after the moment that its delivery stores. */
const slackMs = 60_000;

/** A delivery as it is stored. */
export type StoredDelivery = DeliveryRow;

/** How many deliveries had each outcome. Outcomes without a delivery are absent. */
export type OutcomeCounts = { readonly [Outcome in DeliveryOutcome]?: number };

/** Which deliveries a list shows. Times are ISO 8601. */
export interface DeliveryFilter {
  readonly workspaceId: string;
  readonly triggerId?: string | undefined;
  readonly workflowId?: string | undefined;
  readonly outcomes?: readonly DeliveryOutcome[] | undefined;
  /** Inclusive. */
  readonly from?: string | undefined;
  /** Inclusive. */
  readonly to?: string | undefined;
  /** Only deliveries with this id or a lower one that repeat no other delivery. */
  readonly originalsUpTo?: string | undefined;
}

interface Range {
  /** Deliveries before this moment are not shown, except those that are held. */
  readonly shownSince: Date | undefined;
  readonly order: 'asc' | 'desc';
  /** The last delivery of the page before. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** What reached triggers, in a few bytes each. Checks no permissions. */
@Injectable()
export class DeliveryRows {
  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  find(id: string): Promise<StoredDelivery | undefined> {
    return selectOne(this.pool, deliveryModel, { id });
  }

  /** The deliveries that match, in the order of their ids: that of their arrival. */
  page(filter: DeliveryFilter, { shownSince, order, after, limit }: Range): Promise<readonly StoredDelivery[]> {
    const values: unknown[] = [];
    const parameter = (value: unknown): string => `$${values.push(value)}`;
    const beyond = after === undefined ? '' : ` and id ${order === 'asc' ? '>' : '<'} ${parameter(after)}`;
    const clauses = `where ${matching(filter, shownSince, parameter)}${beyond} order by id ${order} limit ${parameter(limit)}`;
    return selectSql(this.pool, deliveryModel, { clauses, values });
  }

  /** How many deliveries match, at most `most`. */
  async count(filter: DeliveryFilter, shownSince: Date | undefined, most: number): Promise<number> {
    const values: unknown[] = [];
    const parameter = (value: unknown): string => `$${values.push(value)}`;
    const matched = `select 1 from delivery where ${matching(filter, shownSince, parameter)} limit ${parameter(most)}`;
    const { rows } = await this.pool.query<{ count: number }>(`select count(*)::int as count from (${matched}) matched`, values);
    return rows[0]?.count ?? 0;
  }

  /** When the trigger last started a run; null if it never did. */
  async lastFiredAt(triggerId: string): Promise<string | null> {
    const [row] = await select(this.pool, deliveryModel, {
      properties: ['receivedAt'],
      where: { triggerId, outcome: { in: ['accepted', 'poisoned'] } },
      order: { id: 'desc' },
      limit: 1,
    });
    return row?.receivedAt ?? null;
  }

  /** The outcomes of the last 24 hours, of the newest 10,000 deliveries at most. */
  async counts(triggerId: string): Promise<OutcomeCounts> {
    const { rows } = await this.pool.query<{ outcome: DeliveryOutcome; count: number }>({
      name: 'count_deliveries',
      text: `select outcome, count(*)::int as count
             from (select outcome from delivery where trigger_id = $1 and id >= $2 order by id desc limit $3) newest group by outcome`,
      values: [triggerId, lowestId(new Date(this.clock.now().getTime() - countedMs)), mostCounted],
    });
    return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]));
  }
}

function matching(filter: DeliveryFilter, shownSince: Date | undefined, parameter: (value: unknown) => string): string {
  const { workspaceId, triggerId, workflowId, outcomes, from, to, originalsUpTo } = filter;
  return [
    `workspace_id = ${parameter(workspaceId)}`,
    ...(triggerId === undefined ? [] : [`trigger_id = ${parameter(triggerId)}`]),
    ...(workflowId === undefined ? [] : [`workflow_id = ${parameter(workflowId)}`]),
    ...(outcomes === undefined ? [] : [`outcome = any(${parameter(outcomes)})`]),
    ...(from === undefined ? [] : [`id >= ${parameter(idAround(from, -slackMs))}`, `received_at >= ${parameter(from)}`]),
    ...(to === undefined ? [] : [`id < ${parameter(idAround(to, slackMs))}`, `received_at <= ${parameter(to)}`]),
    ...(originalsUpTo === undefined ? [] : [`id <= ${parameter(originalsUpTo)}`, 'replay_of is null']),
    ...(shownSince === undefined ? [] : [`(received_at >= ${parameter(shownSince)} or outcome = 'held')`]),
  ].join(' and ');
}

function idAround(moment: string, byMs: number): string {
  return lowestId(new Date(Math.max(0, Date.parse(moment) + byMs)));
}
