/** Copies a text. Without script, the text can be selected. */
export const CopyButton = ({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) => (
  <button type="button" class="copy" data-copy={text} aria-label={label} title={label}>
    <svg viewBox="0 0 16 16" width="13" height="13" fill="none" stroke="currentColor" aria-hidden="true">
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M10.5 3.5v-1h-8v8h1" />
    </svg>
  </button>
);

interface IdProps {
  readonly id: string;
  readonly href?: string;
  /** Whether only the end is shown, by which people tell ids of a list apart. */
  readonly short?: boolean;
}

const shownEnd = 6;

/** An id that links to its page, with a button that copies it. */
export const Id = ({ id, href, short = false }: IdProps) => {
  const text = short && id.length > shownEnd + 1 ? `…${id.slice(-shownEnd)}` : id;
  return (
    <span class="id" {...(short && { title: id })}>
      {href === undefined ? (
        <code safe>{text}</code>
      ) : (
        <a href={href}>
          <code safe>{text}</code>
        </a>
      )}
      <CopyButton text={id} label={`Copy ${id}`} />
    </span>
  );
};
