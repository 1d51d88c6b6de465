import type { ReactNode } from 'react';
import { personalKeys } from '../../api/api-keys.js';
import { KeysPanel } from '../keys/keys-panel.js';
import { AccountFrame } from './account-frame.js';

/** The keys with which programs act as the person. */
export function AccountKeysPage(): ReactNode {
  return (
    <AccountFrame title="API keys">
      <KeysPanel ring={personalKeys} lead="A personal key acts as you, in every workspace that accepts personal keys." />
    </AccountFrame>
  );
}
