import type { ComponentProps, ReactNode } from 'react';
import { SettingsPanel } from './settings-panel.js';
import { VariablesPanel } from './variables-panel.js';
import styles from './panel.module.css';

/** What belongs to the whole workflow and not to a block. */
export function WorkflowPanel(props: ComponentProps<typeof VariablesPanel>): ReactNode {
  return (
    <div className={styles['whole']}>
      <SettingsPanel {...props} />
      <section className={styles['fields']} aria-label="Variables">
        <h2>Variables</h2>
        <VariablesPanel {...props} />
      </section>
    </div>
  );
}
