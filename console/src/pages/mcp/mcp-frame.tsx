import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Sections } from '../../shell/sections.js';

interface McpFrameProps {
  readonly title: string;
  readonly children: (workspaceId: string) => ReactNode;
}

/** The pages of MCP servers: those that are used, and those that are offered. */
export function McpFrame({ title, children }: McpFrameProps): ReactNode {
  const { workspaceId = '' } = useParams({ strict: false });
  const base = `/workspace/${encodeURIComponent(workspaceId)}/mcp`;
  return (
    <Sections
      title={title}
      label="MCP servers"
      crumbs={[<span key="mcp">MCP servers</span>]}
      links={[
        { name: 'Used', href: base },
        { name: 'Offered', href: `${base}/offered` },
      ]}
    >
      {children(workspaceId)}
    </Sections>
  );
}
