import { useInfiniteQuery } from '@tanstack/react-query';
import { Pencil, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { organizationsQuery } from '../../api/operator.js';
import { Button, IconButton } from '../../parts/controls/button.js';
import { TextField } from '../../parts/controls/text-field.js';
import { FormDialog } from '../../parts/overlays/form-dialog.js';
import { Time } from '../../parts/show/amount.js';
import { DataTable } from '../../parts/show/data-table.js';
import { Problem, problemOf } from '../../parts/show/problem.js';
import { Section } from '../../shell/sections.js';
import { useAction } from '../../shell/use-action.js';
import { OperatorFrame } from './operator-frame.js';

/** The organizations of the installation, and their plans. */
export function OrganizationsPage(): ReactNode {
  return (
    <OperatorFrame title="Organizations">
      <Organizations />
    </OperatorFrame>
  );
}

interface Organization {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
}

function Organizations(): ReactNode {
  const organizations = useInfiniteQuery(organizationsQuery);
  const [open, setOpen] = useState<{ readonly organization?: Organization }>();
  return (
    <Section
      title="Organizations"
      lead="An organization that you create is owned by you."
      actions={
        <Button look="primary" onPress={() => setOpen({})}>
          <Plus size={14} strokeWidth={1.5} aria-hidden />
          Create organization
        </Button>
      }
    >
      {organizations.error !== null ? (
        <Problem error={organizations.error} onRetry={() => void organizations.refetch()} />
      ) : (
        <DataTable
          label="Organizations"
          rows={organizations.data?.pages.flatMap(({ data }) => data)}
          idOf={({ id }) => id}
          empty="No organization yet."
          more={
            organizations.hasNextPage
              ? { label: 'Show more', isLoading: organizations.isFetchingNextPage, onMore: () => void organizations.fetchNextPage() }
              : undefined
          }
          columns={[
            { name: 'Name', cell: ({ name }) => name },
            { name: 'Plan', cell: ({ plan }) => plan },
            { name: 'Created', isMinor: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
            {
              name: 'Actions',
              look: 'actions',
              cell: (organization) => (
                <IconButton label={`Change ${organization.name}`} onPress={() => setOpen({ organization })}>
                  <Pencil size={14} strokeWidth={1.5} aria-hidden />
                </IconButton>
              ),
            },
          ]}
        />
      )}
      {open !== undefined && <OrganizationDialog organization={open.organization} onClose={() => setOpen(undefined)} />}
    </Section>
  );
}

interface OrganizationDialogProps {
  /** Absent: another one is made. */
  readonly organization: Organization | undefined;
  readonly onClose: () => void;
}

function OrganizationDialog({ organization, onClose }: OrganizationDialogProps): ReactNode {
  const [name, setName] = useState(organization?.name ?? '');
  const [plan, setPlan] = useState(organization?.plan ?? '');
  const save = useAction({
    act: async () => {
      const body = { name: name.trim(), ...(plan.trim() !== '' && { plan: plan.trim() }) };
      if (organization === undefined) await api.organizations.create(body);
      else await api.organizations.change(organization.id, body);
    },
    changes: [keys.operator, keys.session, ...(organization === undefined ? [] : [keys.organization(organization.id)])],
    onDone: onClose,
  });
  return (
    <>
      <FormDialog
        title={organization === undefined ? 'Create an organization' : `Change ${organization.name}`}
        action={organization === undefined ? 'Create organization' : 'Save'}
        isPending={save.isPending}
        error={save.error}
        fields={['name', 'plan']}
        onSubmit={() => save.do()}
        onClose={onClose}
      >
        <TextField label="Name" value={name} onChange={setName} problem={problemOf(save.error, 'name')} autoComplete="off" autoFocus />
        <TextField
          label="Plan"
          isOptional={organization === undefined}
          help="The name of a plan of this server"
          value={plan}
          onChange={setPlan}
          problem={problemOf(save.error, 'plan')}
          autoComplete="off"
        />
      </FormDialog>
      {save.dialog}
    </>
  );
}
