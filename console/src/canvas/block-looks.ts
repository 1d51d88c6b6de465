import {
  Bot,
  Box,
  Braces,
  CalendarClock,
  CircleHelp,
  Clock,
  Code,
  CornerDownLeft,
  Database,
  File,
  Globe,
  Play,
  Plug,
  RefreshCw,
  Rows3,
  Shield,
  Split,
  StickyNote,
  Table2,
  Variable,
  Webhook,
  Workflow,
  type LucideIcon,
} from 'lucide-react';

/** What a block is about, by a hue. */
export type Category = 'start' | 'flow' | 'code' | 'model' | 'data' | 'outside' | 'people' | 'other';

export interface BlockLook {
  readonly category: Category;
  readonly Icon: LucideIcon;
}

const looks: Readonly<Record<string, readonly [Category, LucideIcon]>> = {
  start_trigger: ['start', Play],
  starter: ['start', Play],
  api_trigger: ['start', Play],
  input_trigger: ['start', Play],
  manual_trigger: ['start', Play],
  chat_trigger: ['start', Play],
  generic_webhook: ['start', Webhook],
  webhook: ['start', Webhook],
  schedule: ['start', CalendarClock],
  rss: ['start', Webhook],
  imap: ['start', Webhook],
  table_new_row: ['start', Table2],
  sim_workspace_event: ['start', Webhook],
  condition: ['flow', Split],
  router: ['flow', Split],
  router_v2: ['flow', Split],
  loop: ['flow', RefreshCw],
  parallel: ['flow', Rows3],
  wait: ['flow', Clock],
  response: ['flow', CornerDownLeft],
  variables: ['flow', Variable],
  workflow: ['flow', Workflow],
  workflow_input: ['flow', Workflow],
  function: ['code', Code],
  agent: ['model', Bot],
  evaluator: ['model', Braces],
  guardrails: ['model', Shield],
  table: ['data', Table2],
  knowledge: ['data', Database],
  memory: ['data', Database],
  file: ['data', File],
  api: ['outside', Globe],
  webhook_request: ['outside', Globe],
  mcp: ['outside', Plug],
  human_in_the_loop: ['people', CircleHelp],
  note: ['other', StickyNote],
};

export function lookOf(type: string): BlockLook {
  const [category, Icon] = (Object.hasOwn(looks, type) ? looks[type] : undefined) ?? ['other', Box];
  return { category, Icon };
}
