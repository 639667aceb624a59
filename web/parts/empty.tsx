import type { Children } from '@kitajs/html';

/** The state of a list without items: the reason, and the next thing to do. */
export const Empty = ({ title, children }: { readonly title: string; readonly children?: Children }) => (
  <div class="empty">
    <p>
      <strong safe>{title}</strong>
    </p>
    <div class="next">{children}</div>
  </div>
);
