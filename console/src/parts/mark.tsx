import type { ReactNode } from 'react';

/** The mark of Sluice: water behind a gate. */
export function Mark({ size = 20 }: { readonly size?: number }): ReactNode {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      aria-hidden
    >
      <path d="M4 3v14M16 3v14" />
      <path d="M4 8c2-1.6 4-1.6 6 0s4 1.6 6 0M4 13c2-1.6 4-1.6 6 0s4 1.6 6 0" />
    </svg>
  );
}
