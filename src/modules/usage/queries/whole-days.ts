const dayMs = 86_400_000;

/** A span of time, cut where whole days begin and end. Moments are ISO 8601, days are those of UTC. */
export interface CutSpan {
  /** From the beginning of the span to this moment there is no whole day. */
  readonly headEnd: string;
  /** The whole days are those from this one on ... */
  readonly firstDay: string;
  /** ... and before this one. */
  readonly endDay: string;
  /** From this moment to the end of the span there is no whole day either. */
  readonly tailStart: string;
}

/** Today is whole when the span reaches to `now`: of what is left of it there is nothing yet. */
export function wholeDays(start: string, end: string, now: Date): CutSpan {
  const first = Math.ceil(Date.parse(start) / dayMs) * dayMs;
  const reachesNow = Date.parse(end) >= now.getTime();
  const last = (reachesNow ? Math.ceil(now.getTime() / dayMs) : Math.floor(Date.parse(end) / dayMs)) * dayMs;
  if (last <= first) return { headEnd: start, firstDay: dayOf(start), endDay: dayOf(start), tailStart: start };
  const [headEnd, tailStart] = [new Date(first).toISOString(), new Date(last).toISOString()];
  return { headEnd, firstDay: dayOf(headEnd), endDay: dayOf(tailStart), tailStart };
}

function dayOf(moment: string): string {
  return moment.slice(0, 10);
}
