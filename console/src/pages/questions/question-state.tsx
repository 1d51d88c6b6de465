import { Ban, CircleCheck, CirclePause, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Question } from '../../api/questions.js';
import { Pill } from '../../parts/show/status-pill.js';

const looks = {
  open: { word: 'Open', tone: 'wait', Icon: CirclePause },
  answered: { word: 'Answered', tone: 'good', Icon: CircleCheck },
  expired: { word: 'Expired', tone: 'warn', Icon: Clock },
  closed: { word: 'Closed', tone: 'plain', Icon: Ban },
} as const;

export function QuestionState({ question }: { readonly question: Question }): ReactNode {
  const { status, approvals, requiredApprovals } = question;
  const { word, tone, Icon } = looks[status];
  return (
    <Pill tone={tone} icon={<Icon size={12} strokeWidth={2} aria-hidden />}>
      {status === 'open' && requiredApprovals > 1 ? `${approvals} of ${requiredApprovals} answers` : word}
    </Pill>
  );
}
