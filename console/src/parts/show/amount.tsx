import { useSyncExternalStore, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { Tooltip } from '../overlays/tooltip.js';
import { durationParts, moneyText, relativeTime } from './amounts.js';
import { dateText } from './date-text.js';
import styles from './show.module.css';

export function Duration({ ms }: { readonly ms: number | null }): ReactNode {
  if (ms === null) return <span className={styles['unit']}>–</span>;
  const { value, unit } = durationParts(ms);
  return (
    <span className={styles['time']}>
      {value} <span className={styles['unit']}>{unit}</span>
    </span>
  );
}

export function Money({ usd }: { readonly usd: number | null | undefined }): ReactNode {
  return usd === null || usd === undefined ? <span className={styles['unit']}>–</span> : <span>{moneyText(usd)}</span>;
}

const everyMs = 10_000;
/** What is at most so new is shown as just now, so that nothing that has happened seems to come. */
const staleMs = 5_000;
let now = Date.now();

function lately(): number {
  if (Date.now() - now >= staleMs) now = Date.now();
  return now;
}

function onTick(tell: () => void): () => void {
  const timer = setInterval(() => {
    now = Date.now();
    tell();
  }, everyMs);
  return () => clearInterval(timer);
}

export const useNow = (): number => useSyncExternalStore(onTick, lately);

/** Both the local time and UTC, for what needs to be exact. */
export function exactTime(at: string): string {
  const date = new Date(at);
  const local = dateText(date, { dateStyle: 'medium', timeStyle: 'medium' });
  return `${local} (${date.toISOString().replace('T', ' ').replace('Z', ' UTC')})`;
}

/** A time from now; the exact one on hover and, where it is alone, on focus. */
export function Time({ at, isFocusable = false }: { readonly at: string; readonly isFocusable?: boolean }): ReactNode {
  const current = useNow();
  const time = (
    <time dateTime={at} className={styles['time']} {...(isFocusable ? {} : { title: exactTime(at) })}>
      {relativeTime(Date.parse(at), current)}
    </time>
  );
  if (!isFocusable) return time;
  return (
    <Tooltip text={exactTime(at)}>
      <Button className={styles['plain'] ?? ''}>{time}</Button>
    </Tooltip>
  );
}
