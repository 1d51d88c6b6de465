import {
  BookMarked,
  Folder,
  House,
  ListTree,
  MessageCircleQuestionMark,
  MessagesSquare,
  Plug,
  ScrollText,
  Settings,
  Sparkles,
  Table2,
  Workflow,
  Zap,
  type LucideIcon,
} from 'lucide-react';

/** A page of a workspace in the navigation. */
export interface Place {
  readonly name: string;
  readonly to:
    | '/workspace/$workspaceId'
    | `/workspace/$workspaceId/${'w' | 'questions' | 'knowledge' | 'logs' | 'tables' | 'files' | 'triggers' | 'chats' | 'models' | 'mcp' | 'audit' | 'settings'}`;
  readonly Icon: LucideIcon;
  /** The letter that follows `g`. */
  readonly letter: string;
}

/** The navigation, in its order. A new page is one line here and one route. */
export const places: readonly Place[] = [
  { name: 'Home', to: '/workspace/$workspaceId', Icon: House, letter: 'h' },
  { name: 'Workflows', to: '/workspace/$workspaceId/w', Icon: Workflow, letter: 'w' },
  { name: 'Runs', to: '/workspace/$workspaceId/logs', Icon: ListTree, letter: 'r' },
  { name: 'Questions', to: '/workspace/$workspaceId/questions', Icon: MessageCircleQuestionMark, letter: 'q' },
  { name: 'Knowledge', to: '/workspace/$workspaceId/knowledge', Icon: BookMarked, letter: 'k' },
  { name: 'Tables', to: '/workspace/$workspaceId/tables', Icon: Table2, letter: 't' },
  { name: 'Files', to: '/workspace/$workspaceId/files', Icon: Folder, letter: 'f' },
  { name: 'Triggers', to: '/workspace/$workspaceId/triggers', Icon: Zap, letter: 'e' },
  { name: 'Chats', to: '/workspace/$workspaceId/chats', Icon: MessagesSquare, letter: 'c' },
  { name: 'Models', to: '/workspace/$workspaceId/models', Icon: Sparkles, letter: 'm' },
  { name: 'MCP servers', to: '/workspace/$workspaceId/mcp', Icon: Plug, letter: 'p' },
  { name: 'Audit log', to: '/workspace/$workspaceId/audit', Icon: ScrollText, letter: 'u' },
  { name: 'Settings', to: '/workspace/$workspaceId/settings', Icon: Settings, letter: 's' },
];
