import { CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Verdict } from '../../audit/verify.js';
import { exactTime } from '../../parts/show/amount.js';
import styles from './audit.module.css';
import { counted } from '../../parts/show/counted.js';

const titles = { archive: 'Sound', proof: 'Sound', broken: 'Not sound', unusable: 'Not verified' } as const;

/** The result, in a sentence. */
export function VerdictNote({ verdict }: { readonly verdict: Verdict }): ReactNode {
  const isSound = verdict.kind === 'archive' || verdict.kind === 'proof';
  const Icon = isSound ? CircleCheck : CircleX;
  return (
    <div className={styles['verdict']} data-sound={isSound}>
      <Icon size={16} strokeWidth={1.5} aria-hidden />
      <div>
        <strong>{titles[verdict.kind]}</strong>
        <p>{sentenceOf(verdict)}</p>
      </div>
    </div>
  );
}

function sentenceOf(verdict: Verdict): string {
  if (verdict.kind === 'broken' || verdict.kind === 'unusable') return verdict.message;
  if (verdict.kind === 'proof') {
    const { seq, chain, action, createdAt } = verdict.found;
    return `Entry ${seq} of chain ${chain}, ${action}, of ${exactTime(createdAt)}, is under a signed root and was not changed.`;
  }
  const { entries, chains, roots, at } = verdict.found;
  return `No entry was changed or removed: ${counted(entries, 'entry', 'entries')} in ${counted(chains, 'chain', 'chains')} under ${counted(roots, 'signed root', 'signed roots')}, exported at ${exactTime(at)}.`;
}
