/**
 * The id of a turn that sorts after `previous`: `fresh`, or, where the clock of another process is ahead, `fresh` with a time one millisecond after
 * that of `previous`.
 */
export function turnIdAfter(previous: string, fresh: string): string {
  if (fresh > previous) return fresh;
  const time = (parseInt(previous.slice(0, 8) + previous.slice(9, 13), 16) + 1).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${fresh.slice(13)}`;
}
