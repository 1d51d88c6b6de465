import { SluiceError } from '@sluice/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { queryClient } from '../../api/query-client.js';
import { Button } from '../../parts/controls/button.js';
import { EntryCard } from './entry-card.js';
import { ForeignSession, JoinForm } from './join-form.js';
import { LinkProblem } from './link-problem.js';
import { takeLinkToken } from './link-token.js';
import { PasswordForm } from './password-form.js';
import { SignInForm } from './sign-in-form.js';

type InvitationLinkView = Awaited<ReturnType<typeof api.invitationLinks.get>>['data'];

/** Lets a person accept an invitation: as a new user, or as the one who is signed in or signs in now. */
export function InvitePage(): ReactNode {
  const [token] = useState(takeLinkToken);
  const navigate = useNavigate();
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: async ({ signal }) => (await api.invitationLinks.get({ signal, headers: { 'X-Link-Token': token } })).data,
    enabled: token !== '',
    retry: false,
  });
  const session = useQuery({ queryKey: ['link-session'], queryFn: sessionOrNone });
  if (token === '' || link.isLoadingError) {
    return <LinkProblem error={link.error} remedy="The person who invited you can make another link, which replaces this one." />;
  }
  if (link.data === undefined || session.isPending) return <EntryCard title="Invitation" children={null} />;
  const { data: invitation } = link;
  const enter = (): void => {
    queryClient.clear();
    const params = { workspaceId: invitation.id };
    void (invitation.to === 'workspace'
      ? navigate({ to: '/workspace/$workspaceId', params, replace: true })
      : navigate({ to: '/workspaces', replace: true }));
  };
  return (
    <EntryCard title={`Join ${invitation.name}`} intro={introOf(invitation)}>
      <Acceptance
        invitation={invitation}
        token={token}
        signedInAs={session.data?.user.email}
        onSession={() => void session.refetch()}
        onDone={enter}
      />
    </EntryCard>
  );
}

interface AcceptanceProps {
  readonly invitation: InvitationLinkView;
  readonly token: string;
  /** Address of the person who is signed in. */
  readonly signedInAs: string | undefined;
  readonly onSession: () => void;
  readonly onDone: () => void;
}

function Acceptance({ invitation, token, signedInAs, onSession, onDone }: AcceptanceProps): ReactNode {
  const [isKnown, setIsKnown] = useState(false);
  const { email, name } = invitation;
  if (signedInAs === email) return <JoinForm token={token} name={name} email={email} onDone={onDone} />;
  if (signedInAs !== undefined) return <ForeignSession invited={email} signedInAs={signedInAs} onSignedOut={onSession} />;
  if (isKnown) {
    return (
      <>
        <SignInForm email={email} onSignedIn={onSession} />
        <Button isWide onPress={() => setIsKnown(false)}>
          I have no password yet
        </Button>
      </>
    );
  }
  return (
    <>
      <PasswordForm
        email={email}
        name=""
        isNew
        isAddressFixed
        action="Create account and join"
        claim={({ name: chosen, password }) => api.invitationLinks.claim({ token, name: chosen, password })}
        onDone={onDone}
        onError={(error) => {
          if (error instanceof SluiceError && error.code === 'SIGN_IN_FIRST') setIsKnown(true);
        }}
      />
      <Button isWide onPress={() => setIsKnown(true)}>
        I have an account
      </Button>
    </>
  );
}

const roles: Readonly<Record<InvitationLinkView['role'], string>> = {
  read: 'You will see its runs and its data.',
  write: 'You will edit and run its workflows.',
  admin: 'You will be one of its admins.',
  member: 'You will be one of its members.',
  owner: 'You will be one of its owners.',
};

function introOf({ invitedBy, to, role }: InvitationLinkView): string {
  const invited = invitedBy === null ? `You are invited to this ${to}.` : `${invitedBy} invites you to this ${to}.`;
  return `${invited} ${roles[role]}`;
}

async function sessionOrNone(): Promise<{ readonly user: { readonly email: string } } | null> {
  try {
    return (await api.session.get()).data;
  } catch (error) {
    if (error instanceof SluiceError && error.status === 401) return null;
    throw error;
  }
}
