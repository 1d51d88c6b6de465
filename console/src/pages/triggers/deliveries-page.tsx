import type { ReactNode } from 'react';
import { Section } from '../../shell/sections.js';
import { Deliveries } from './deliveries.js';
import { TriggersFrame } from './triggers-frame.js';

/** What reached all triggers of the workspace. */
export function DeliveriesPage(): ReactNode {
  return (
    <TriggersFrame title="Deliveries">
      {(workspaceId) => (
        <Section title="Deliveries" lead="Events that reached triggers, the newest first, and what became of each.">
          <Deliveries workspaceId={workspaceId} />
        </Section>
      )}
    </TriggersFrame>
  );
}
