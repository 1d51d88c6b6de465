import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { contentQuery, type StoredFile } from '../../api/files.js';
import { bytesText } from '../../parts/show/amounts.js';
import { Problem } from '../../parts/show/problem.js';
import { Skeleton } from '../../parts/show/small-parts.js';
import { mostBytes, previewKind } from './preview-kind.js';
import styles from './files.module.css';

interface FilePreviewProps {
  readonly file: StoredFile;
  readonly workspaceId: string;
}

export function FilePreview({ file, workspaceId }: FilePreviewProps): ReactNode {
  const kind = previewKind(file);
  if (kind === 'image' || kind === 'text') return <FetchedPreview file={file} workspaceId={workspaceId} kind={kind} />;
  return <p className={styles['none']}>{sentences[kind]}</p>;
}

const sentences = {
  empty: 'The file is empty.',
  large: `Pictures above ${bytesText(mostBytes.image)} are not shown. Download it to see it.`,
  other: 'Files of this type are not shown. Download it to open it.',
} as const;

function FetchedPreview({ file, workspaceId, kind }: FilePreviewProps & { readonly kind: 'image' | 'text' }): ReactNode {
  const { data, error, refetch } = useQuery(contentQuery(workspaceId, file.id, mostBytes[kind]));
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton width="80%" />;
  return kind === 'image' ? <ImagePreview file={file} content={data} /> : <TextPreview file={file} content={data} />;
}

interface ContentProps {
  readonly file: StoredFile;
  readonly content: Blob;
}

function ImagePreview({ file, content }: ContentProps): ReactNode {
  const [address, setAddress] = useState<string>();
  const [isBroken, setIsBroken] = useState(false);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([content], { type: file.type }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [content, file.type]);
  if (isBroken) return <p className={styles['none']}>The file is not a picture that the browser can show.</p>;
  return (
    address !== undefined && (
      <img className={styles['image']} src={address} alt={`Preview of ${file.name}`} onError={() => setIsBroken(true)} />
    )
  );
}

function TextPreview({ file, content }: ContentProps): ReactNode {
  const [text, setText] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    void content.text().then((read) => isCurrent && setText(read));
    return () => {
      isCurrent = false;
    };
  }, [content]);
  if (text === undefined) return <Skeleton width="80%" />;
  return (
    <>
      <pre className={styles['text']} dir="auto" tabIndex={0} aria-label={`Preview of ${file.name}`}>
        {text}
      </pre>
      {file.size > content.size && (
        <p className={styles['none']}>
          The first {bytesText(content.size)} of {bytesText(file.size)}.
        </p>
      )}
    </>
  );
}
