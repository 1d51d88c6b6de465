import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { BookOpen, Hash, Keyboard, LogOut, Moon, Search, Workflow } from 'lucide-react';
import { useState, type ReactNode } from 'react';
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
import { useSession } from '../api/session.js';
import { workflowsQuery } from '../api/workflows.js';
import overlays from '../parts/overlays/overlays.module.css';
import { theme } from './appearance.js';
import { Initial } from './initial.js';
import { places } from './places.js';
import { keyList, palette } from './sidebar-state.js';
import { signOut } from './sign-out.js';
import { useShared } from './use-shared.js';
import styles from './palette.module.css';

interface Entry {
  readonly id: string;
  readonly text: string;
  readonly icon: ReactNode;
  readonly end?: string;
  readonly run: () => void;
}

interface Section {
  readonly name: string;
  readonly entries: readonly Entry[];
}

/** Of the workflows that fit; what else is typed finds the others. */
const mostWorkflows = 50;

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** Everything that can be reached or done, by its name. */
export function CommandPalette(): ReactNode {
  const isOpen = useShared(palette);
  return (
    <ModalOverlay className={styles['veil'] ?? ''} isOpen={isOpen} isDismissable onOpenChange={(open) => palette.set(open)}>
      <Modal className={styles['modal'] ?? ''}>
        <Dialog aria-label="Find or do" className={styles['dialog'] ?? ''}>
          <Finder />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Finder(): ReactNode {
  const [text, setText] = useState('');
  const { contains } = useFilter({ sensitivity: 'base' });
  const sections = useSections(text);
  const entries = new Map(sections.flatMap((section) => section.entries.map((entry) => [entry.id, entry])));
  const run = (id: string): void => {
    palette.set(false);
    entries.get(id)?.run();
  };
  return (
    <Autocomplete filter={(value, input) => value.startsWith('#') || contains(value, input)} inputValue={text} onInputChange={setText}>
      <SearchField aria-label="Find or do" autoFocus className={styles['field'] ?? ''}>
        <Search {...icon} />
        <Input className={styles['input'] ?? ''} placeholder="Find a page, a workflow, a run by its id…" />
      </SearchField>
      <Menu
        aria-label="Found"
        className={styles['list'] ?? ''}
        onAction={(key) => run(String(key))}
        renderEmptyState={() => <p className={styles['none']}>Nothing has this name. A whole id finds its run.</p>}
      >
        {sections.map((section) => (
          <MenuSection key={section.name} id={section.name}>
            <Header className={overlays['heading'] ?? ''}>{section.name}</Header>
            {section.entries.map((entry) => (
              <MenuItem key={entry.id} id={entry.id} textValue={entry.text} className={overlays['item'] ?? ''}>
                {entry.icon}
                <span>{entry.text}</span>
                {entry.end !== undefined && <span className={overlays['end']}>{entry.end}</span>}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
      </Menu>
    </Autocomplete>
  );
}

function useSections(text: string): readonly Section[] {
  const { workspaces } = useSession();
  const { workspaceId = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const { contains } = useFilter({ sensitivity: 'base' });
  const workflows = useQuery({ ...workflowsQuery(workspaceId), enabled: workspaceId !== '' });
  const runId = text.trim().replace(/^#/, '');
  const go = (href: string) => () => void navigate({ href });
  const base = `/workspace/${encodeURIComponent(workspaceId)}`;
  const sections: readonly Section[] = [
    {
      name: 'Go to',
      entries:
        workspaceId === ''
          ? []
          : places.map(({ name, to, Icon, letter }) => ({
              id: `place ${name}`,
              text: name,
              icon: <Icon {...icon} />,
              end: `g ${letter}`,
              run: () => void navigate({ to, params: { workspaceId } }),
            })),
    },
    {
      name: 'Runs',
      entries:
        workspaceId !== '' && runId.length >= 20
          ? [
              {
                id: 'run',
                text: `#${runId}`,
                icon: <Hash {...icon} />,
                end: 'open the run',
                run: go(`${base}/logs/${encodeURIComponent(runId)}`),
              },
            ]
          : [],
    },
    {
      name: 'Workflows',
      entries: (workflows.data ?? [])
        .filter(({ name }) => contains(name, text))
        .slice(0, mostWorkflows)
        .map(({ id, name }) => ({
          id: `workflow ${id}`,
          text: name,
          icon: <Workflow {...icon} />,
          run: go(`${base}/w/${encodeURIComponent(id)}`),
        })),
    },
    {
      name: 'Workspaces',
      entries: workspaces
        .filter(({ id }) => id !== workspaceId)
        .map(({ id, name }) => ({
          id: `workspace ${id}`,
          text: name,
          icon: <Initial name={name} />,
          run: go(`/workspace/${encodeURIComponent(id)}`),
        })),
    },
    { name: 'Do', entries: commands },
  ];
  return sections.filter(({ entries }) => entries.length > 0);
}

const commands: readonly Entry[] = [
  {
    id: 'theme',
    text: 'Change between light and dark',
    icon: <Moon {...icon} />,
    run: () => {
      const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
      const shown = theme.get() === 'system' ? (isDark ? 'dark' : 'light') : theme.get();
      theme.set(shown === 'dark' ? 'light' : 'dark');
    },
  },
  { id: 'keys', text: 'Show keyboard shortcuts', icon: <Keyboard {...icon} />, end: '?', run: () => keyList.set(true) },
  { id: 'docs', text: 'Open the API reference', icon: <BookOpen {...icon} />, run: () => location.assign('/docs') },
  { id: 'out', text: 'Sign out', icon: <LogOut {...icon} />, run: () => void signOut() },
];
