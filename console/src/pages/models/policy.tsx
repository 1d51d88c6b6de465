import { useQuery } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';

import { workspaceQuery } from '../../api/workspace.js';
import { Button } from '../../parts/controls/button.js';
import { Checkbox } from '../../parts/controls/checkbox.js';
import { focusProblem } from '../../parts/controls/problem-focus.js';
import { TextField } from '../../parts/controls/text-field.js';
import { Problem } from '../../parts/show/problem.js';
import { Facts } from '../../parts/show/small-parts.js';
import { Section } from '../../shell/sections.js';
import { useAction } from '../../shell/use-action.js';
import { useEdits } from '../../shell/use-edits.js';
import { useSaved } from '../../shell/use-saved.js';
import { useIsAdmin } from '../settings/settings-frame.js';
import { policyFrom, policyForm, type ModelPolicy, type PolicyForm } from './policy-form.js';
import styles from './models.module.css';

/** What the workspace demands of calls of models. */
export function Policy({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const workspace = useQuery(workspaceQuery(workspaceId));
  const isAdmin = useIsAdmin(workspaceId);
  if (workspace.isLoadingError) return <Problem error={workspace.error} onRetry={() => void workspace.refetch()} />;
  if (workspace.data === undefined) return null;
  const policy = workspace.data.modelPolicy ?? {};
  return (
    <Section title="Limits" lead="The strictest of the limits of the plan, the organization and the workspace counts.">
      {isAdmin ? <PolicyFields workspaceId={workspaceId} policy={policy} /> : <PolicyFacts policy={policy} />}
    </Section>
  );
}

function PolicyFacts({ policy }: { readonly policy: ModelPolicy }): ReactNode {
  const { tokensPerMinute, callsAtOnce, allow, deny } = policyForm(policy);
  return (
    <Facts
      facts={[
        ['Tokens a minute', tokensPerMinute || 'no limit'],
        ['Calls at once', callsAtOnce || 'no limit'],
        ['Allowed models', allow || 'all'],
        ['Forbidden models', deny || 'none'],
        ['Models without a price', policy.requirePrices === true ? 'refused' : 'allowed'],
      ]}
    />
  );
}

function PolicyFields({ workspaceId, policy }: { readonly workspaceId: string; readonly policy: ModelPolicy }): ReactNode {
  const edits = useEdits(policyForm(policy));
  const form = edits.shown;
  const saved = useSaved();
  const save = useAction({
    act: async (edited: typeof edits.edited) => {
      // The limits are stored as a whole: those that others have changed stay.
      const present = (await api.workspaces.get(workspaceId)).data.modelPolicy ?? {};
      return api.workspaces.change(workspaceId, { modelPolicy: policyFrom({ ...policyForm(present), ...edited }, present) });
    },
    changes: [keys.workspace(workspaceId), keys.models(workspaceId)],
    onDone: (_, sent) => {
      edits.taken(sent);
      saved.done();
    },
  });
  const edit = (change: Partial<PolicyForm>): void => {
    edits.edit(change);
    saved.edited();
  };
  const wrong = (text: string): string | undefined => (/^\d*$/.test(text.trim()) ? undefined : 'Must be a whole number');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (wrong(form.tokensPerMinute) !== undefined || wrong(form.callsAtOnce) !== undefined) return focusProblem(event.currentTarget);
    saved.sent();
    save.do(edits.edited);
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <TextField
        label="Tokens a minute"
        isOptional
        inputMode="numeric"
        value={form.tokensPerMinute}
        problem={wrong(form.tokensPerMinute)}
        onChange={(tokensPerMinute) => edit({ tokensPerMinute })}
      />
      <TextField
        label="Calls at once"
        isOptional
        inputMode="numeric"
        value={form.callsAtOnce}
        problem={wrong(form.callsAtOnce)}
        onChange={(callsAtOnce) => edit({ callsAtOnce })}
      />
      <TextField
        label="Allowed models"
        isOptional
        help="With commas between them, such as openai/*. Empty: all."
        value={form.allow}
        onChange={(allow) => edit({ allow })}
      />
      <TextField label="Forbidden models" isOptional value={form.deny} onChange={(deny) => edit({ deny })} />
      <Checkbox isSelected={form.requirePrices} onChange={(requirePrices) => edit({ requirePrices })}>
        Refuse models without a known price
      </Checkbox>
      {save.error !== null && <Problem error={save.error} />}
      <div className={styles['buttons']}>
        <Button type="submit" isPending={save.isPending}>
          Save limits
        </Button>
        {saved.note}
      </div>
      {save.dialog}
    </form>
  );
}
