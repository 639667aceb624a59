interface PagesProps {
  /** The address of the next page; null on the last. */
  readonly next: string | null;
  /** Whether this is not the first page. */
  readonly isLater: boolean;
  /** The address of the first page. */
  readonly first: string;
}

/** The way through the pages of a list. */
export const Pages = ({ next, isLater, first }: PagesProps) =>
  next === null && !isLater ? (
    <></>
  ) : (
    <nav class="pages" aria-label="Pages">
      {isLater && (
        <a href={first} rel="first">
          Newest
        </a>
      )}
      {next !== null && (
        <a href={next} rel="next">
          Older
        </a>
      )}
    </nav>
  );
