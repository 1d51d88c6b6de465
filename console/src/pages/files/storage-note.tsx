import type { UsageLimits } from '@sluice/client';
import type { ReactNode } from 'react';
import { bytesText } from '../../parts/show/amounts.js';
import list from '../../parts/list/list.module.css';

/** Plans without a limit are given this many bytes. */
const noLimit = Number.MAX_SAFE_INTEGER;

/** How much of the storage is used, of what the plan of the account allows. */
export function StorageNote({ storage }: { readonly storage: UsageLimits['storage'] }): ReactNode {
  const { usedBytes, limitBytes } = storage;
  return (
    <span className={list['end']}>
      {bytesText(usedBytes)} {limitBytes === noLimit ? 'used' : `of ${bytesText(limitBytes)} used`}
    </span>
  );
}
