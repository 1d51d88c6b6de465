import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';
import styles from './show.module.css';

interface TabsProps {
  readonly label: string;
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  readonly tabs: readonly {
    readonly id: string;
    readonly label: string;
    readonly count?: number | undefined;
    readonly content: ReactNode;
  }[];
}

export function Tabs({ label, selected, onSelect, tabs }: TabsProps): ReactNode {
  return (
    <AriaTabs className={styles['tabs'] ?? ''} selectedKey={selected} onSelectionChange={(key) => onSelect(String(key))}>
      <TabList aria-label={label} className={styles['tablist'] ?? ''}>
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} className={styles['tab'] ?? ''}>
            {tab.label}
            {tab.count !== undefined && tab.count > 0 && <span className={styles['count']}>{tab.count}</span>}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className={styles['panel'] ?? ''}>
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
