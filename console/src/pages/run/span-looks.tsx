import {
  Bot,
  Box,
  Braces,
  CircleDashed,
  CirclePause,
  CircleX,
  Clock,
  Code,
  Globe,
  LoaderCircle,
  MessageSquare,
  Play,
  Repeat,
  Reply,
  Route,
  Split,
  SquareStack,
  Table,
  TriangleAlert,
  Workflow,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { SpanThen } from '../../run/moments.js';

const icons: Readonly<Record<string, LucideIcon>> = {
  workflow: Workflow,
  start: Play,
  starter: Play,
  start_trigger: Play,
  function: Code,
  api: Globe,
  condition: Split,
  router: Route,
  router_v2: Route,
  agent: Bot,
  model: Bot,
  tool: Wrench,
  response: Reply,
  loop: Repeat,
  'loop-iteration': Repeat,
  parallel: SquareStack,
  'parallel-iteration': SquareStack,
  human_in_the_loop: MessageSquare,
  wait: Clock,
  table: Table,
  variables: Braces,
};

/** What happened to the block, as the name of its colour. */
export function toneOf({
  status,
  errorHandled,
  paused,
  recorded,
  state,
}: SpanThen): 'good' | 'bad' | 'wait' | 'handled' | 'recorded' | 'later' | 'now' {
  if (state !== undefined) return state === 'not started' ? 'later' : state === 'paused' ? 'wait' : 'now';
  if (paused === true) return 'wait';
  if (status === 'error') return errorHandled === true ? 'handled' : 'bad';
  return recorded === true ? 'recorded' : 'good';
}

/** The state where it is not the usual one, else the kind of block: never colour alone. */
export function SpanIcon({ span }: { readonly span: SpanThen }): ReactNode {
  const tone = toneOf(span);
  const states: Partial<Record<typeof tone, LucideIcon>> = {
    bad: CircleX,
    handled: TriangleAlert,
    wait: CirclePause,
    now: LoaderCircle,
    later: CircleDashed,
  };
  const Icon = states[tone] ?? icons[span.type] ?? Box;
  return <Icon size={14} strokeWidth={1.5} aria-hidden {...(states[tone] === undefined && { color: 'var(--muted)' })} />;
}
