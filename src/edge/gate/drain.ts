/** Whether this process is shutting down. The drain begins before anything is closed, so that no new request is sent here. */
export class Drain {
  #isDraining = false;

  get isDraining(): boolean {
    return this.#isDraining;
  }

  begin(): void {
    this.#isDraining = true;
  }
}
