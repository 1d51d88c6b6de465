import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import styles from './overlays.module.css';

interface CheckMenuProps<Value extends string> {
  readonly label: string;
  /** The button that opens it. */
  readonly button: ReactNode;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: readonly Value[]) => void;
}

/** Several of many: the menu stays open while they are chosen. */
export function CheckMenu<Value extends string>({ label, button, options, chosen, onChange }: CheckMenuProps<Value>): ReactNode {
  return (
    <MenuTrigger>
      {button}
      <Popover className={styles['popover'] ?? ''} placement="bottom end">
        <AriaMenu
          aria-label={label}
          className={styles['list'] ?? ''}
          selectionMode="multiple"
          selectedKeys={chosen}
          onSelectionChange={(keys) => onChange(options.flatMap(({ value }) => (keys === 'all' || keys.has(value) ? [value] : [])))}
        >
          {options.map(({ value, label: text }) => (
            <MenuItem key={value} id={value} textValue={text} className={styles['check'] ?? ''}>
              {({ isSelected }) => (
                <>
                  <span className={styles['tick']}>{isSelected && <Check size={14} strokeWidth={2} aria-hidden />}</span>
                  <span>{text}</span>
                </>
              )}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
