/** The place of a request in the overload gate. The gate sets it; requests that the gate does not count have none. */
export interface GatePlace {
  /**
   * Is called before anything else is done with the request. Answers it with 503 if it names no caller and there is no place for its address: `beginWork`
   * would refuse it too, after its body has been read. @returns whether it is answered
   */
  turnsAway(): boolean;
  /**
   * Gives the place back while the body arrives, and watches how fast it arrives.
   * @param isStreamed whether the route processes the body as it arrives, so that it has a least rate and no deadline
   */
  awaitBody(isStreamed: boolean): void;
  /**
   * Is called before the work on the request begins: takes the place that it gave back, and for a request without a caller one for its address.
   * @throws DomainError unavailable when there is no place
   */
  beginWork(): void;
  /** Gives the places back for the rest of the request, whose answer only waits for other work. */
  endWork(): void;
}
