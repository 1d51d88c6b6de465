import type { ClientBase, Pool } from 'pg';
import type { Projection } from '#ledger/rows/projection.js';

/** A later release has rebuilt views. This release would write their rows with the former meaning. */
export class FormerRelease extends Error {
  constructor(views: readonly string[]) {
    super(
      `A later release works in this database and has changed ${views.join(', ')}. Start that release, or restore a backup of this one.`,
    );
    this.name = 'FormerRelease';
  }
}

/**
 * The generation of inline views for which this process writes. As soon as another generation is live, its appends are refused.
 * @throws FormerRelease
 */
export async function inlineGeneration(pool: Pool, projections: readonly Projection[]): Promise<number> {
  const inline = projections.filter(({ mode }) => mode === 'inline');
  // One statement: what is live cannot change between the two.
  const { rows } = await pool.query<{ generation: number; later: readonly string[] }>(
    `select generation, array(select c.name from projection_checkpoint c join unnest($1::text[], $2::int[]) own (name, version)
       on own.name = c.name and own.version < c.version order by 1) as later from append_generation`,
    [inline.map(({ name }) => name), inline.map(({ version }) => version)],
  );
  const { generation, later } = rows[0] ?? { generation: 0, later: [] };
  if (later.length > 0) throw new FormerRelease(later);
  return generation;
}

/** Waits until every append in progress has ended. Later appends wait, and then read the next generation. */
export async function lockOutAppends(client: ClientBase): Promise<void> {
  await client.query('lock table append_generation in access exclusive mode');
}

/** From now on appends of a process that writes the former version of a view are refused. */
export async function nextGeneration(client: ClientBase): Promise<void> {
  await client.query('update append_generation set generation = generation + 1');
}
