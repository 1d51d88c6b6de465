import type { ReactNode } from 'react';
import { workspaceKeys } from '../../api/api-keys.js';
import { KeysPanel } from '../keys/keys-panel.js';
import { SettingsFrame } from './settings-frame.js';

/** The keys of a workspace, with which programs use it. */
export function KeysPage(): ReactNode {
  return (
    <SettingsFrame title="API keys">
      {(workspaceId) => (
        <KeysPanel
          key={workspaceId}
          ring={workspaceKeys(workspaceId)}
          lead="A key of this workspace works here alone, and acts as the person who made it."
        />
      )}
    </SettingsFrame>
  );
}
