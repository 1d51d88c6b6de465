import type { ReactNode } from 'react';
import { Checkbox } from '../../parts/controls/checkbox.js';
import { Choice } from '../../parts/controls/choice.js';
import { singleLetters, theme } from '../../shell/appearance.js';
import { Section } from '../../shell/sections.js';
import { useShared } from '../../shell/use-shared.js';
import { AccountFrame } from './account-frame.js';
import styles from './account.module.css';

/** What a person chooses for the console in this browser. */
export function AppearancePage(): ReactNode {
  const chosen = useShared(theme);
  const letters = useShared(singleLetters);
  return (
    <AccountFrame title="Appearance">
      <Section title="Appearance" lead="This browser keeps it.">
        <div className={styles['choices']}>
          <Choice
            label="Theme"
            value={chosen}
            options={[
              { value: 'system', label: 'As the system' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
            onChange={(next) => theme.set(next)}
          />
          <Checkbox isSelected={letters === 'on'} onChange={(isOn) => singleLetters.set(isOn ? 'on' : 'off')}>
            Single letters are keyboard shortcuts
          </Checkbox>
        </div>
      </Section>
    </AccountFrame>
  );
}
