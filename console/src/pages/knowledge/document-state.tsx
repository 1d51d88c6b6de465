import { CircleAlert, CircleCheck, CircleDashed, CircleOff, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import type { KnowledgeDocument } from '../../api/knowledge.js';
import { Pill } from '../../parts/show/status-pill.js';

const looks = {
  pending: { word: 'Waiting', tone: 'plain', Icon: CircleDashed },
  processing: { word: 'Processing', tone: 'run', Icon: LoaderCircle },
  completed: { word: 'Ready', tone: 'good', Icon: CircleCheck },
  failed: { word: 'Failed', tone: 'bad', Icon: CircleAlert },
  disabled: { word: 'Disabled', tone: 'plain', Icon: CircleOff },
} as const;

/** Whether searches find a document, and why not. */
export function DocumentState({ document }: { readonly document: KnowledgeDocument }): ReactNode {
  const { processingStatus, enabled } = document;
  const { word, tone, Icon } = looks[enabled || processingStatus === 'failed' ? (processingStatus as keyof typeof looks) : 'disabled'];
  return (
    <Pill tone={tone} icon={<Icon size={12} strokeWidth={2} aria-hidden />}>
      {word}
    </Pill>
  );
}
