import { Component, lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { loadAgain, loadScript } from './load-script.js';
import { Problem } from './show/problem.js';
import { Skeleton } from './show/small-parts.js';

/**
 * A part whose script is loaded when it is shown. A failure stays in its place.
 * @param instead what is there while it loads, and with what to show of a failure
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: (props: Props, failure: ReactNode) => ReactNode = (_, failure) => failure ?? <Skeleton width="60%" />,
): (props: Props) => ReactNode {
  const Part: ComponentType<Props> = lazy(async () => ({ default: await loadScript(load) }));
  return function LazyPart(props) {
    return (
      <Boundary failed={(error) => instead(props, <Problem error={error} onRetry={() => void loadAgain()} />)}>
        <Suspense fallback={instead(props, undefined)}>
          <Part {...props} />
        </Suspense>
      </Boundary>
    );
  };
}

interface BoundaryProps {
  readonly failed: (error: unknown) => ReactNode;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly failure?: { readonly error: unknown };
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = {};

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure === undefined ? this.props.children : this.props.failed(failure.error);
  }
}
