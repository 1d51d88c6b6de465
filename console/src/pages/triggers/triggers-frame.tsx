import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Sections } from '../../shell/sections.js';

interface TriggersFrameProps {
  readonly title: string;
  readonly children: (workspaceId: string) => ReactNode;
}

/** The pages of what starts runs without a call. */
export function TriggersFrame({ title, children }: TriggersFrameProps): ReactNode {
  const { workspaceId = '' } = useParams({ strict: false });
  const base = `/workspace/${encodeURIComponent(workspaceId)}/triggers`;
  return (
    <Sections
      title={title}
      label="Triggers"
      links={[
        { name: 'Triggers', href: base },
        { name: 'Deliveries', href: `${base}/deliveries` },
      ]}
    >
      {children(workspaceId)}
    </Sections>
  );
}
