import { CircleCheck, CirclePause, CircleX, Copy, Filter, Hourglass, Power, ShieldX, SkipForward, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Delivery, Trigger } from '../../api/triggers.js';
import { Pill } from '../../parts/show/status-pill.js';

type Tone = 'good' | 'bad' | 'warn' | 'wait' | 'plain';
type Look = readonly [word: string, tone: Tone, Icon: LucideIcon];

const ofTrigger: Readonly<Record<Trigger['status'], Look>> = {
  active: ['Active', 'good', CircleCheck],
  paused: ['Paused', 'wait', CirclePause],
  disabled: ['Disabled', 'bad', CircleX],
  retired: ['Not deployed', 'plain', Power],
};

const ofDelivery: Readonly<Record<Delivery['outcome'], Look>> = {
  accepted: ['Accepted', 'good', CircleCheck],
  duplicate: ['Duplicate', 'plain', Copy],
  filtered: ['Filtered', 'plain', Filter],
  refused: ['Refused', 'bad', ShieldX],
  held: ['Held', 'wait', Hourglass],
  skipped: ['Skipped', 'plain', SkipForward],
  poisoned: ['Poisoned', 'bad', CircleX],
};

export function TriggerPill({ status }: Pick<Trigger, 'status'>): ReactNode {
  return <LookPill look={ofTrigger[status]} />;
}

export function DeliveryPill({ outcome }: Pick<Delivery, 'outcome'>): ReactNode {
  return <LookPill look={ofDelivery[outcome]} />;
}

function LookPill({ look: [word, tone, Icon] }: { readonly look: Look }): ReactNode {
  return (
    <Pill tone={tone} icon={<Icon size={12} strokeWidth={2} aria-hidden />}>
      {word}
    </Pill>
  );
}
