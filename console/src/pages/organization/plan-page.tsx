import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { organizationQuery } from '../../api/organization.js';
import { limitsQuery } from '../../api/usage.js';
import { bytesText, moneyText } from '../../parts/show/amounts.js';
import { exactTime } from '../../parts/show/amount.js';
import { Problem } from '../../parts/show/problem.js';
import { Facts, Skeleton } from '../../parts/show/small-parts.js';
import { Section } from '../../shell/sections.js';
import { OrganizationFrame } from './organization-frame.js';

/** The plan of the organization, and what the account of the person has left. */
export function PlanPage(): ReactNode {
  return <OrganizationFrame title="Plan">{(organizationId) => <Plan organizationId={organizationId} />}</OrganizationFrame>;
}

function Plan({ organizationId }: { readonly organizationId: string }): ReactNode {
  const organization = useQuery(organizationQuery(organizationId));
  const limits = useQuery(limitsQuery);
  return (
    <>
      <Section title="Plan" lead="The operator of this server changes plans.">
        {organization.error !== null && <Problem error={organization.error} onRetry={() => void organization.refetch()} />}
        {organization.isPending && <Skeleton width="240px" />}
        {organization.data !== undefined && (
          <Facts
            facts={[
              ['Organization', organization.data.name],
              ['Plan', organization.data.plan],
              ['Since', exactTime(organization.data.createdAt)],
              ['Id', <code key="id">{organization.data.id}</code>],
            ]}
          />
        )}
      </Section>
      <Section title="Limits of your account" lead="What runs that you start count for. Runs beyond a limit are refused with 402 or 429.">
        {limits.error !== null && <Problem error={limits.error} onRetry={() => void limits.refetch()} />}
        {limits.isPending && <Skeleton width="240px" />}
        {limits.data !== undefined && <Limits limits={limits.data} />}
      </Section>
    </>
  );
}

interface Bucket {
  readonly remaining: number;
  readonly maxBurst: number;
  readonly requestsPerMinute: number;
}

interface LimitsProps {
  readonly limits: {
    readonly usage: {
      readonly currentPeriodCost: number;
      readonly limit: number;
      readonly plan: string;
      readonly isExceeded: boolean;
    };
    readonly storage: { readonly usedBytes: number; readonly limitBytes: number };
    readonly rateLimit: { readonly sync: Bucket; readonly async: Bucket };
  };
}

/** The API names a number for plans without a limit. */
function limited(textOf: (amount: number) => string, used: number, limit: number, noLimit: number): string {
  return limit >= noLimit ? `${textOf(used)}, no limit` : `${textOf(used)} of ${textOf(limit)}`;
}

function Limits({ limits: { usage, storage, rateLimit } }: LimitsProps): ReactNode {
  const bucket = ({ remaining, maxBurst, requestsPerMinute }: Bucket): string =>
    `${remaining.toLocaleString('en')} of ${maxBurst.toLocaleString('en')} left, ${requestsPerMinute.toLocaleString('en')} more each minute`;
  return (
    <Facts
      facts={[
        ['Plan', usage.plan],
        ['Cost this month', limited(moneyText, usage.currentPeriodCost, usage.limit, 999_999)],
        ['Storage', limited(bytesText, storage.usedBytes, storage.limitBytes, Number.MAX_SAFE_INTEGER)],
        ['Starts of runs', bucket(rateLimit.sync)],
        ['Starts in the background', bucket(rateLimit.async)],
      ]}
    />
  );
}
