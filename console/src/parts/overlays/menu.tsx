import type { ReactNode } from 'react';
import { Header, Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components';
import { joinClasses } from '../join-classes.js';
import styles from './overlays.module.css';

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** A shortcut, or what belongs to the entry. */
  readonly end?: string;
  readonly isSelected?: boolean;
  /** It does something else than the entries before it. */
  readonly isApart?: boolean;
  readonly onChoose: () => void;
}

interface MenuProps {
  readonly label: string;
  /** The button that opens it. */
  readonly button: ReactNode;
  readonly heading?: string;
  readonly entries: readonly MenuEntry[];
  readonly placement?: 'bottom start' | 'bottom end' | 'top start';
}

export function Menu({ label, button, heading, entries, placement = 'bottom start' }: MenuProps): ReactNode {
  return (
    <MenuTrigger>
      {button}
      <Popover className={styles['popover'] ?? ''} placement={placement}>
        <AriaMenu aria-label={label} className={styles['list'] ?? ''}>
          <MenuSection aria-label={heading ?? label}>
            {heading !== undefined && <Header className={styles['heading'] ?? ''}>{heading}</Header>}
            {entries.map(({ id, label: text, icon, end, isSelected = false, isApart = false, onChoose }) => (
              <MenuItem
                key={id}
                id={id}
                textValue={text}
                className={joinClasses(styles['item'], isApart && styles['apart'])}
                onAction={onChoose}
              >
                {icon}
                <span>{text}</span>
                {isSelected && <span className={styles['end']}>current</span>}
                {end !== undefined && <span className={styles['end']}>{end}</span>}
              </MenuItem>
            ))}
          </MenuSection>
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
