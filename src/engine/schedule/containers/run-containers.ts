import type { JsonObject } from '#kernel/json.js';
import type { ContainerEntered, PassDecided } from '../../execution.events.js';
import type { CalledWorkflows } from '../called-workflows.js';
import { ContainerRun } from './container-run.js';
import type { ReadyNode, Scheduler } from '../scheduler.js';
import type { Pass, Scope } from '../scope.js';
import { firstTask, type Task } from '../task.js';

/** The loops and parallels of a run that are under way, and what follows when one of their passes changes. */
export class RunContainers {
  readonly #containers = new Map<string, ContainerRun>();

  constructor(
    private readonly scheduler: Scheduler,
    private readonly called: CalledWorkflows,
  ) {}

  enter(node: ReadyNode, entered: ReturnType<typeof ContainerEntered>['payload']): readonly Task[] {
    if (node.block.inner === null) throw new Error(`Block ${node.key} is no container`);
    const container = new ContainerRun(node, node.block.inner, entered);
    this.#containers.set(node.key, container);
    return this.#advance(container);
  }

  decide({ node, goesOn }: ReturnType<typeof PassDecided>['payload']): readonly Task[] {
    const container = this.#require(node);
    container.decided(goesOn);
    return this.#advance(container);
  }

  /** All blocks of a pass or branch have ended. */
  drained(scope: Scope, { container: key }: Pass): readonly Task[] {
    const container = this.#require(key);
    this.scheduler.closeDrained(scope);
    container.ended();
    return this.#advance(container);
  }

  /** A block of a pass has put something out. */
  collect({ container, index }: Pass, output: JsonObject): void {
    this.#containers.get(container)?.collect(index, output);
  }

  has(key: string): boolean {
    return this.#containers.has(key);
  }

  /** The task of a container after a crash; null while its blocks run. */
  pending(key: string): Task | null {
    const container = this.#require(key);
    const step = container.next();
    return step.kind === 'decide' || step.kind === 'leave' ? container.task(step) : null;
  }

  drop(key: string): void {
    this.#containers.delete(key);
  }

  dropBelow(path: string): void {
    for (const key of this.#containers.keys()) if (key.startsWith(`${path}/`)) this.#containers.delete(key);
  }

  #advance(container: ContainerRun): readonly Task[] {
    const { invocation } = container.node.scope;
    const tasks: Task[] = [...this.called.leaveEnded(invocation)];
    if (invocation.ending !== null) return tasks;
    for (let step = container.next(); ; step = container.next()) {
      if (step.kind === 'open') tasks.push(...this.scheduler.open(step.scope).map(firstTask));
      else if (step.kind === 'wait') return tasks;
      else return [...tasks, container.task(step)];
    }
  }

  #require(key: string): ContainerRun {
    const container = this.#containers.get(key);
    if (container === undefined) throw new Error(`Container ${key} was not entered`);
    return container;
  }
}
