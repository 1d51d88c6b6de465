import { Ban, CircleCheck, CircleDashed, CirclePause, CircleX, LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { joinClasses } from '../join-classes.js';
import styles from './show.module.css';

export type RunStatus = 'queued' | 'running' | 'paused' | 'completed' | 'failed' | 'cancelled';

interface Look {
  readonly word: string;
  readonly tone: 'good' | 'bad' | 'warn' | 'wait' | 'run' | 'plain';
  readonly Icon: LucideIcon;
}

const looks: Readonly<Record<RunStatus, Look>> = {
  queued: { word: 'Queued', tone: 'plain', Icon: CircleDashed },
  running: { word: 'Running', tone: 'run', Icon: LoaderCircle },
  paused: { word: 'Paused', tone: 'wait', Icon: CirclePause },
  completed: { word: 'Completed', tone: 'good', Icon: CircleCheck },
  failed: { word: 'Failed', tone: 'bad', Icon: CircleX },
  cancelled: { word: 'Cancelled', tone: 'plain', Icon: Ban },
};

/** The state of a run: icon, word and colour. */
export function StatusPill({ status }: { readonly status: RunStatus }): ReactNode {
  const { word, tone, Icon } = looks[status];
  return (
    <Pill tone={tone} icon={<Icon size={12} strokeWidth={2} aria-hidden />}>
      {word}
    </Pill>
  );
}

export function Pill({
  tone,
  icon,
  children,
}: {
  readonly tone: Look['tone'];
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <span className={joinClasses(styles['pill'], tone !== 'plain' && styles[tone])}>
      {icon}
      {children}
    </span>
  );
}
