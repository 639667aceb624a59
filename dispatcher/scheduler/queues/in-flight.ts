/** The requests in flight of all destinations together, and the items that are taken ahead. */
export class InFlight {
  readonly #max: number;
  #count = 0;
  #slow = 0;
  #ahead = 0;

  /**
   * @param max the highest number in flight; slow destinations take at most half of it, so that any number of hanging
   * destinations leave room for the others. As many again may be taken ahead
   */
  constructor(max: number) {
    this.#max = max;
  }

  mayStart(): boolean {
    return this.#count < this.#max;
  }

  mayStartSlow(): boolean {
    return this.mayStart() && this.#slow < Math.ceil(this.#max / 2);
  }

  /**
   * What waits at a worker keeps the place of the request before it, so that nothing is taken ahead while destinations
   * wait for a place.
   */
  mayTakeAhead(isAnyWaiting: boolean): boolean {
    return this.#ahead < this.#max && (this.mayStart() || !isAnyWaiting);
  }

  start(isSlow: boolean): void {
    this.#count += 1;
    if (isSlow) this.#slow += 1;
  }

  end(isSlow: boolean): void {
    this.#count -= 1;
    if (isSlow) this.#slow -= 1;
  }

  takeAhead(): void {
    this.#ahead += 1;
  }

  /** One that was taken ahead takes the place of a request that has ended. */
  startAhead(): void {
    this.#ahead -= 1;
  }

  /** Records that a destination with `count` requests in flight has become slow, or fast. */
  changeSpeed(isSlow: boolean, count: number): void {
    this.#slow += isSlow ? count : -count;
  }
}
