import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Pill } from '../../parts/show/status-pill.js';

const looks = {
  good: CircleCheck,
  warn: TriangleAlert,
  bad: CircleX,
} as const;

/** A state of the server or of a part of it: icon, word and colour. */
export function StatePill({ tone, word }: { readonly tone: keyof typeof looks; readonly word: string }): ReactNode {
  const Icon = looks[tone];
  return (
    <Pill tone={tone} icon={<Icon size={12} strokeWidth={2} aria-hidden />}>
      {word}
    </Pill>
  );
}
