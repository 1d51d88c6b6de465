/** A wire leaves to the right and arrives from the left. */
export function curve(fromX: number, fromY: number, toX: number, toY: number): string {
  const reach = Math.max(32, Math.min(160, Math.abs(toX - fromX) / 2));
  return `M ${fromX} ${fromY} C ${fromX + reach} ${fromY} ${toX - reach} ${toY} ${toX} ${toY}`;
}
