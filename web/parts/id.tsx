/** Copies a text. Without script, the text can be selected. */
export const CopyButton = ({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) => (
  <button type="button" class="copy" data-copy={text} aria-label={label} title={label}>
    <span aria-hidden="true">⧉</span>
  </button>
);

/** An id that links to its page, with a button that copies it. */
export const Id = ({ id, href }: { readonly id: string; readonly href?: string }) => (
  <span class="id">
    {href === undefined ? (
      <code safe>{id}</code>
    ) : (
      <a href={href}>
        <code safe>{id}</code>
      </a>
    )}
    <CopyButton text={id} label={`Copy ${id}`} />
  </span>
);
