/** As many numbers are sorted at once. */
const runLength = 512;

/**
 * Numbers in any order, of which the sorted list is wanted in the end. They are sorted in runs as they arrive, so that no
 * step takes longer than to merge two runs.
 */
export class Numbers {
  readonly #runs: Float64Array[] = [];
  #unsorted: number[] = [];

  add(value: number): void {
    // Negative zero would be sorted apart from zero.
    this.#unsorted.push(value === 0 ? 0 : value);
    if (this.#unsorted.length === runLength) this.#close();
  }

  /** Adds all of other numbers. */
  merge(other: Numbers): void {
    for (const run of other.#runs) this.#addRun(run);
    for (const value of other.#unsorted) this.add(value);
  }

  /** Returns all numbers, the least first. */
  sorted(): Float64Array {
    this.#close();
    const all = this.#runs.reduceRight(merged, new Float64Array());
    this.#runs.length = 0;
    this.#runs.push(all);
    return all;
  }

  #close(): void {
    if (this.#unsorted.length === 0) return;
    this.#addRun(Float64Array.from(this.#unsorted).sort());
    this.#unsorted = [];
  }

  /** A run is merged with earlier runs that are not longer, so that there are few. */
  #addRun(run: Float64Array): void {
    let whole = run;
    for (
      let last = this.#runs.at(-1);
      last && last.length > 0 && last.length <= whole.length;
      last = this.#runs.at(-1)
    ) {
      this.#runs.pop();
      whole = merged(last, whole);
    }
    this.#runs.push(whole);
  }
}

function merged(one: Float64Array, other: Float64Array): Float64Array {
  const all = new Float64Array(one.length + other.length);
  let [left, right] = [0, 0];
  for (let index = 0; index < all.length; index++) {
    const [first = Infinity, second = Infinity] = [one[left], other[right]];
    const isFirst = right >= other.length || (left < one.length && first <= second);
    all[index] = isFirst ? first : second;
    if (isFirst) left++;
    else right++;
  }
  return all;
}
