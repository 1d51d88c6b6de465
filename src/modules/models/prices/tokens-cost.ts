/** The cost in US dollars of tokens at a price for a million tokens, rounded to nine decimals. Without a price they are free. */
export function tokensCostUsd(tokens: number, pricePerMillionUsd = 0): number {
  return Math.round(tokens * pricePerMillionUsd * 1e3) / 1e9;
}
