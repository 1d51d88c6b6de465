import { Search } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from 'react-aria-components';
import overlays from '../parts/overlays/overlays.module.css';
import styles from '../shell/palette.module.css';

export interface Choice {
  readonly id: string;
  readonly text: string;
  /** Further words by which it is found. */
  readonly words?: string;
  readonly icon?: ReactNode;
  readonly end?: string;
}

interface ChooserProps {
  readonly title: string;
  readonly placeholder: string;
  /** What is shown when nothing fits. */
  readonly none: string;
  readonly sections: readonly { readonly name: string; readonly choices: readonly Choice[] }[];
  readonly onChoose: (id: string) => void;
  readonly onClose: () => void;
}

/** A list that is chosen from by typing. */
export function Chooser({ title, placeholder, none, sections, onChoose, onClose }: ChooserProps): ReactNode {
  const [text, setText] = useState('');
  const { contains } = useFilter({ sensitivity: 'base' });
  const filled = sections.filter(({ choices }) => choices.length > 0);
  const isChosen = useRef(false);
  const choose = (id: string): void => {
    if (isChosen.current) return;
    isChosen.current = true;
    onClose();
    onChoose(id);
  };
  /** Enter takes the first one when the arrows have chosen none. */
  const chooseFirst = (): void => {
    const first = filled.flatMap(({ choices }) => choices).find(({ text: name, words = '' }) => contains(`${name} ${words}`, text));
    if (first !== undefined) choose(first.id);
  };
  return (
    <ModalOverlay className={styles['veil'] ?? ''} isOpen isDismissable onOpenChange={(open) => !open && onClose()}>
      <Modal className={styles['modal'] ?? ''}>
        <Dialog aria-label={title} className={styles['dialog'] ?? ''}>
          <Autocomplete filter={contains} inputValue={text} onInputChange={setText}>
            <SearchField aria-label={title} autoFocus onSubmit={chooseFirst} className={styles['field'] ?? ''}>
              <Search size={16} strokeWidth={1.5} aria-hidden />
              <Input className={styles['input'] ?? ''} placeholder={placeholder} />
            </SearchField>
            <Menu
              aria-label={title}
              className={styles['list'] ?? ''}
              onAction={(key) => choose(String(key))}
              renderEmptyState={() => <p className={styles['none']}>{none}</p>}
            >
              {filled.map((section) => (
                <MenuSection key={section.name} id={section.name}>
                  <Header className={overlays['heading'] ?? ''}>{section.name}</Header>
                  {section.choices.map(({ id, text: name, words = '', icon, end }) => (
                    <MenuItem key={id} id={id} textValue={`${name} ${words}`} aria-label={name} className={overlays['item'] ?? ''}>
                      {icon}
                      <span dir="auto">{name}</span>
                      {end !== undefined && <span className={overlays['end']}>{end}</span>}
                    </MenuItem>
                  ))}
                </MenuSection>
              ))}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
