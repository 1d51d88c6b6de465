import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { Button } from '../../parts/controls/button.js';
import { Confirm } from '../../parts/overlays/dialog.js';
import { Problem } from '../../parts/show/problem.js';
import { Skeleton } from '../../parts/show/small-parts.js';
import { useRecentSignIn } from '../../shell/use-recent-sign-in.js';
import { Section } from '../../shell/sections.js';
import styles from './account.module.css';
import { RecoveryCodes } from './recovery-codes.js';
import { TurnOnDialog, type BegunFactor } from './turn-on-dialog.js';

/** Codes of an authenticator app beside the password. */
export function SecondFactorSection(): ReactNode {
  const queries = useQueryClient();
  const recent = useRecentSignIn();
  const [begun, setBegun] = useState<BegunFactor>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [isTurningOff, setIsTurningOff] = useState(false);
  const factor = useQuery({
    queryKey: [...keys.account, 'second-factor'],
    queryFn: async ({ signal }) => (await api.secondFactor.get({ signal })).data,
  });
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: keys.account });
  const begin = useMutation({ mutationFn: () => recent.run(async () => (await api.secondFactor.begin()).data), onSuccess: setBegun });
  const renew = useMutation({
    mutationFn: () => recent.run(async () => (await api.secondFactor.replaceCodes()).data.recoveryCodes),
    onSuccess: (made) => {
      setCodes(made);
      return refresh();
    },
  });
  const turnOff = useMutation({
    mutationFn: () => recent.run(() => api.secondFactor.remove()),
    onSuccess: () => {
      setIsTurningOff(false);
      return refresh();
    },
  });
  const error = factor.error ?? begin.error ?? renew.error;
  const isOn = factor.data?.isOn === true;
  return (
    <Section title="Second factor">
      <div className={styles['choices']}>
        {error !== null && <Problem error={error} />}
        {factor.isPending && <Skeleton width="240px" />}
        {factor.data !== undefined && <p>{isOn ? onText(factor.data.recoveryCodesLeft) : offText}</p>}
        {factor.data !== undefined && !isOn && (
          <Button look="primary" isPending={begin.isPending} onPress={() => begin.mutate()}>
            Turn on
          </Button>
        )}
        {isOn && (
          <div className={styles['buttons']}>
            <Button isPending={renew.isPending} onPress={() => renew.mutate()}>
              New recovery codes
            </Button>
            <Button onPress={() => setIsTurningOff(true)}>Turn off</Button>
          </div>
        )}
        {begun !== undefined && (
          <TurnOnDialog
            begun={begun}
            onClose={() => setBegun(undefined)}
            onEnabled={(made) => {
              setBegun(undefined);
              setCodes(made);
              void refresh();
            }}
          />
        )}
        {codes !== undefined && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
        <Confirm
          title="Turn off the second factor?"
          consequences={['A sign-in needs the password alone.', 'The recovery codes and the entry in the app count no more.']}
          action="Turn off"
          isDangerous
          isPending={turnOff.isPending}
          isOpen={isTurningOff}
          problem={turnOff.error !== null && <Problem error={turnOff.error} />}
          onConfirm={() => turnOff.mutate()}
          onClose={() => {
            turnOff.reset();
            setIsTurningOff(false);
          }}
        />
        {recent.dialog}
      </div>
    </Section>
  );
}

const offText = 'Off. A code of an authenticator app beside the password keeps others out who know the password.';

function onText(left: number): string {
  const codes = left === 1 ? '1 recovery code is' : `${left} recovery codes are`;
  return `On. A sign-in needs a code of your authenticator app. ${codes} left.`;
}
