/** How many runs may be active at the same time; null: any number. */
export interface RoomOfAccount {
  readonly ofAccount: number | null;
  /** Of each of its workflows. */
  readonly ofWorkflow: number | null;
}

/** The limits of accounts. The module that knows their plans provides them. */
export abstract class RunRoom {
  abstract of(accountIds: readonly string[]): Promise<ReadonlyMap<string, RoomOfAccount>>;
}
