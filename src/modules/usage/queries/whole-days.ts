const dayMs = 86_400_000;

/** A span split at whole days. Times are ISO 8601, days are in UTC. */
export interface CutSpan {
  /** The end of the partial day at the start of the span. */
  readonly headEnd: string;
  /** The first whole day. */
  readonly firstDay: string;
  /** The day after the last whole day. */
  readonly endDay: string;
  /** The start of the partial day at the end of the span. */
  readonly tailStart: string;
}

/** Today counts as a whole day if the span reaches `now`, because no entry can be later. */
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
