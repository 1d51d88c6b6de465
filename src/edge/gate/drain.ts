/** Whether this process is on its way out. Begins before anything is closed, so that no new request is sent here. */
export class Drain {
  #isDraining = false;

  get isDraining(): boolean {
    return this.#isDraining;
  }

  begin(): void {
    this.#isDraining = true;
  }
}
