import { fail, ok, warn, type Finding } from '../../doctor/finding.js';

/** A release and the database that it would work on. */
export interface Upgrade {
  readonly release: string;
  /** Migrations of the database that the release does not have. */
  readonly unknown: readonly string[];
  /** Migrations of the release that the database has not seen. */
  readonly due: readonly string[];
  readonly views: readonly { readonly name: string; readonly version: number; readonly mode: 'inline' | 'async' }[];
  /** The versions of the views in the database. */
  readonly live: ReadonlyMap<string, number>;
}

/** What the release would do with the schema and the views. */
export function judgeUpgrade({ release, unknown, due, views, live }: Upgrade): readonly Finding[] {
  if (unknown.length > 0) {
    const message = `the database is of a newer release: Sluice ${release} does not have ${unknown.join(', ')}`;
    return [fail('schema', message, 'Run that release, or restore a backup of this one into an empty database.')];
  }
  const later = views.filter(({ name, version }) => (live.get(name) ?? 0) > version);
  if (later.length > 0)
    return [fail('views', `a newer release has rebuilt ${namesOf(later)}`, 'Run that release, or restore a backup of this one.')];
  // A view that is new has been written by no process so far, so its first build fences the previous release, too.
  const changed = views.filter(({ name, version }) => live.get(name) !== version);
  return [schema(release, due), ...stops(changed.filter(({ mode }) => mode === 'inline')), rebuilds(changed)];
}

function schema(release: string, due: readonly string[]): Finding {
  if (due.length === 0) return ok('schema', `is that of Sluice ${release}`);
  const runs = `${due.length} ${due.length === 1 ? 'migration' : 'migrations'} of Sluice ${release} will run: ${due.join(', ')}`;
  return warn('schema', runs, 'Make a backup first: migrations only go forward.');
}

/** Rows of inline views are written with the events, so two definitions cannot be written at once. */
function stops(inline: Upgrade['views']): readonly Finding[] {
  if (inline.length === 0) return [ok('rolling', 'processes of both releases can work at the same time')];
  const message = `${namesOf(inline)} ${inline.length === 1 ? 'is' : 'are'} new or changed: when the first process of this release has started, processes of the previous one answer writes with 503`;
  return [warn('rolling', message, 'Start new processes quickly after the first one, then stop the old ones.')];
}

function rebuilds(changed: Upgrade['views']): Finding {
  if (changed.length === 0) return ok('views', 'no view has to be built');
  return ok('views', `will be built while the server runs: ${namesOf(changed)}`);
}

const namesOf = (views: Upgrade['views']): string => views.map(({ name }) => name).join(', ');
