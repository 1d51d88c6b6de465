import type { ReactNode } from 'react';
import { Skeleton } from '../show/small-parts.js';

/** Rows of the real height, until the first ones are here. @param classes of the cells, one for each column */
export function LoadingRows({ classes }: { readonly classes: readonly (string | undefined)[] }): ReactNode {
  return Array.from({ length: 12 }, (_, row) => (
    <tr key={row}>
      {classes.map((each, column) => (
        <td key={column} className={each ?? ''}>
          <Skeleton width={column === 0 ? '50%' : '70%'} />
        </td>
      ))}
    </tr>
  ));
}
