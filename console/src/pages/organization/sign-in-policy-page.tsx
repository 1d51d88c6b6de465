import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FormEvent, ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { signInPolicyQuery, type SignInPolicy } from '../../api/organization.js';
import { useSession } from '../../api/session.js';
import { Button } from '../../parts/controls/button.js';
import { Checkbox } from '../../parts/controls/checkbox.js';
import { Problem } from '../../parts/show/problem.js';
import { Facts, Skeleton } from '../../parts/show/small-parts.js';
import { Section } from '../../shell/sections.js';
import { useAction } from '../../shell/use-action.js';
import { useEdits } from '../../shell/use-edits.js';
import { useSaved } from '../../shell/use-saved.js';
import { OrganizationFrame } from './organization-frame.js';
import styles from './sign-in-policy.module.css';

/** How people must sign in before they reach the organization. */
export function SignInPolicyPage(): ReactNode {
  return <OrganizationFrame title="Sign-in">{(organizationId) => <Policy organizationId={organizationId} />}</OrganizationFrame>;
}

function Policy({ organizationId }: { readonly organizationId: string }): ReactNode {
  const { organizations } = useSession();
  const isOwner = organizations.find(({ id }) => id === organizationId)?.role === 'owner';
  const policy = useQuery(signInPolicyQuery(organizationId));
  return (
    <Section
      title="Sign-in policy"
      lead="What people must do before their session reaches this organization and its workspaces. A change takes effect within a second. API keys are not concerned."
    >
      {policy.error !== null && <Problem error={policy.error} onRetry={() => void policy.refetch()} />}
      {policy.isPending && <Skeleton width="320px" />}
      {policy.data !== undefined && isOwner && <PolicyForm organizationId={organizationId} policy={policy.data} />}
      {policy.data !== undefined && !isOwner && (
        <Facts
          facts={[
            ['Second factor', policy.data.requireSecondFactor ? 'required' : 'optional'],
            ['Passwords', policy.data.allowPasswords ? 'allowed' : 'only for owners'],
          ]}
        />
      )}
    </Section>
  );
}

interface PolicyFormProps {
  readonly organizationId: string;
  readonly policy: SignInPolicy;
}

function PolicyForm({ organizationId, policy }: PolicyFormProps): ReactNode {
  const { shown, edited, edit: change, taken } = useEdits(policy);
  const saved = useSaved(styles['note']);
  const save = useAction({
    act: async (sent: Partial<SignInPolicy>) => {
      // The policy is stored as a whole: a rule that others have changed stays.
      const { requireSecondFactor, allowPasswords } = { ...(await api.organizations.signInPolicy(organizationId)).data, ...sent };
      return api.organizations.changeSignInPolicy(organizationId, { requireSecondFactor, allowPasswords });
    },
    changes: [keys.organization(organizationId), keys.session],
    onDone: (_, sent) => {
      taken(sent);
      saved.done();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    saved.sent();
    save.do(edited);
  };
  const edit = (part: Partial<SignInPolicy>): void => {
    change(part);
    saved.edited();
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      <div>
        <Checkbox isSelected={shown.requireSecondFactor} onChange={(requireSecondFactor) => edit({ requireSecondFactor })}>
          Require a second factor
        </Checkbox>
        <p>
          People who sign in with a password also need an authenticator app. Turn on your own first, in{' '}
          <Link to="/account/security">Account, Security</Link>.
        </p>
      </div>
      <div>
        <Checkbox isSelected={shown.allowPasswords} onChange={(allowPasswords) => edit({ allowPasswords })}>
          Allow passwords
        </Checkbox>
        <p>
          Without it, people sign in at a provider of the server. Owners may always use their password, so that they cannot be locked out.
        </p>
      </div>
      {save.error !== null && <Problem error={save.error} />}
      <div className={styles['buttons']}>
        <Button type="submit" look="primary" isPending={save.isPending}>
          Save
        </Button>
        {saved.note}
      </div>
      {save.dialog}
    </form>
  );
}
