import { useMutation } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { FileTrigger } from 'react-aria-components';
import { fetchArchive, fetchCheckpoint, fetchPublicKey } from '../../api/audit.js';
import { verifyInWorker } from '../../audit/verify-in-worker.js';
import { Button } from '../../parts/controls/button.js';
import { TextField } from '../../parts/controls/text-field.js';
import { bytesText } from '../../parts/show/amounts.js';
import { Note, Problem } from '../../parts/show/problem.js';
import { Page } from '../../shell/page.js';
import { useRecentSignIn } from '../../shell/use-recent-sign-in.js';
import { saveFile } from './save-file.js';
import { VerdictNote } from './verdict-note.js';
import styles from './audit.module.css';

/** Verifies an archive or a proof in the browser: the file does not leave it. */
export function VerifyPage(): ReactNode {
  const { workspaceId } = useParams({ from: '/signed-in/workspace/$workspaceId/audit/verify' });
  const [keys, setKeys] = useState('');
  const [checkpoint, setCheckpoint] = useState('');
  const [file, setFile] = useState<{ readonly name: string; readonly blob: Blob }>();
  const [lines, setLines] = useState(0);
  const recent = useRecentSignIn();
  const archive = useMutation({
    mutationFn: () => recent.run(() => fetchArchive(workspaceId)),
    onSuccess: (blob) => changed(() => setFile({ name: 'The archive of this server', blob })),
  });
  const present = useMutation({
    mutationFn: () => fetchCheckpoint(workspaceId),
    onSuccess: (line) => saveFile(line, 'audit-checkpoint.json'),
  });
  const key = useMutation({ mutationFn: fetchPublicKey, onSuccess: (pem) => changed(() => setKeys(pem)) });
  const check = useMutation({ mutationFn: (blob: Blob) => verifyInWorker({ file: blob, keys, checkpoint }, setLines) });
  /** A verdict is about what was verified: it goes when any of it changes. */
  const changed = (change: () => void): void => {
    change();
    check.reset();
  };
  const isReady = file !== undefined && keys.trim() !== '';
  const chosen = (files: FileList | null): void => {
    const blob = files?.[0];
    if (blob !== undefined) changed(() => setFile({ name: blob.name, blob }));
  };

  return (
    <Page
      title="Verify"
      crumbs={[
        <Link key="audit" to="/workspace/$workspaceId/audit" params={{ workspaceId }}>
          Audit log
        </Link>,
      ]}
    >
      <div className={styles['verify']}>
        <p className={styles['lead']}>
          An archive proves that no entry was changed, added later or removed. This page verifies it without the server: the file stays in
          your browser.
        </p>
        <section>
          <h2>File</h2>
          <div className={styles['buttons']}>
            <Button onPress={() => archive.mutate()} isPending={archive.isPending}>
              Fetch the archive of this server
            </Button>
            <FileTrigger acceptedFileTypes={['.jsonl', '.json', '.txt']} onSelect={chosen}>
              <Button>Choose a file</Button>
            </FileTrigger>
          </div>
          <p className={styles['muted']} role="status">
            {file === undefined ? 'An archive, or the proof of one entry.' : `${file.name}, ${bytesText(file.blob.size)}`}
          </p>
          {archive.error !== null && <Problem error={archive.error} />}
        </section>
        <section>
          <h2>Public key</h2>
          <TextField
            label="Public keys in PEM form"
            isLong
            value={keys}
            onChange={(pem) => changed(() => setKeys(pem))}
            help="Use the key that was handed to you. A key from the same server proves only that the file is consistent."
          />
          <div className={styles['buttons']}>
            <Button onPress={() => key.mutate()} isPending={key.isPending}>
              Use the key of this server
            </Button>
          </div>
          {key.error !== null && <Problem error={key.error} />}
        </section>
        <section>
          <h2>Earlier checkpoint</h2>
          <TextField
            label="Checkpoint"
            isOptional
            isLong
            value={checkpoint}
            onChange={(line) => changed(() => setCheckpoint(line))}
            help="A checkpoint that was kept elsewhere shows when the end of the log was cut off."
          />
          <div className={styles['buttons']}>
            <Button onPress={() => present.mutate()} isPending={present.isPending}>
              Download the present checkpoint
            </Button>
          </div>
          {present.error !== null && <Problem error={present.error} />}
        </section>
        <div className={styles['buttons']}>
          <Button
            look="primary"
            isDisabled={!isReady}
            isPending={check.isPending}
            onPress={() => {
              setLines(0);
              if (file !== undefined) check.mutate(file.blob);
            }}
          >
            Verify
          </Button>
        </div>
        <div role="status">
          {check.isPending && <Note>{lines === 0 ? 'Verifying' : `${lines.toLocaleString('en')} lines are verified`}</Note>}
          {check.data !== undefined && <VerdictNote verdict={check.data} />}
        </div>
        {check.error !== null && <Problem error={check.error} />}
      </div>
      {recent.dialog}
    </Page>
  );
}
