import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { auditKeyQuery } from '../../api/operator.js';
import { Problem } from '../../parts/show/problem.js';
import { Code, Skeleton } from '../../parts/show/small-parts.js';
import { Section } from '../../shell/sections.js';
import { OperatorFrame } from './operator-frame.js';

/** The public key of the audit log, to hand to auditors. */
export function AuditKeyPage(): ReactNode {
  return (
    <OperatorFrame title="Audit key">
      <AuditKey />
    </OperatorFrame>
  );
}

function AuditKey(): ReactNode {
  const { data, error, refetch } = useQuery(auditKeyQuery);
  return (
    <Section
      title="Public key of the audit log"
      lead="Hand it to auditors in another way than through this server: with it they verify an archive without trusting the server."
    >
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton width="60%" />}
      {data !== undefined && <Code text={data.publicKey} label="Copy the public key" />}
    </Section>
  );
}
