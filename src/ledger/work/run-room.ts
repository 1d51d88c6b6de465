/** How many runs may be in progress at the same time; null: any number. */
export interface RoomOfAccount {
  readonly ofAccount: number | null;
  /** Of each of its workflows. */
  readonly ofWorkflow: number | null;
}

/** Says for how many runs accounts have room. Filled by the module that knows their plans. */
export abstract class RunRoom {
  abstract of(accountIds: readonly string[]): Promise<ReadonlyMap<string, RoomOfAccount>>;
}
