import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../parts/controls/button.js';

/** Leads to the verification in the browser. */
export function VerifyLink({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  return (
    <ButtonLink href={`/workspace/${encodeURIComponent(workspaceId)}/audit/verify`}>
      <ShieldCheck size={14} strokeWidth={1.5} aria-hidden />
      Verify
    </ButtonLink>
  );
}
