/**
 * The key of one capability of the world, such as HTTP or tables. A block names the ports that it uses in `needs` and gets the
 * capability with `context.use(port)`.
 */
export class Port<Capability = unknown, Name extends string = string> {
  /** For the compiler only: ties the key to the type of the capability. */
  declare readonly capability: Capability;

  constructor(
    readonly name: Name,
    /** *outside*: the capability reads or changes something that outlives the run. A recorded replay has no such capability. */
    readonly reach: 'inside' | 'outside',
  ) {}
}
