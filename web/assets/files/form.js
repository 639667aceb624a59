// Sends a form once, shows the first problem, and tells an embedding page how tall the form is and its title.
(() => {
  // A double click is shorter. A later click sends again: the token of the form makes one submission of both.
  const doubleClickMs = 2_000;
  const forms = document.querySelectorAll('form[data-form]');
  const isEmbedded = window.parent !== window;
  const release = () => {
    for (const form of forms) {
      delete form.dataset.sent;
      for (const button of form.querySelectorAll('button')) button.removeAttribute('aria-busy');
    }
  };
  let isUnsent = false;
  for (const form of forms) {
    form.addEventListener('input', () => (isUnsent = true));
    form.addEventListener('submit', (event) => {
      if (form.dataset.sent) return event.preventDefault();
      form.dataset.sent = 'yes';
      for (const button of form.querySelectorAll('button')) button.setAttribute('aria-busy', 'true');
      setTimeout(release, doubleClickMs);
    });
  }
  // A page that the browser kept, as after "back", and one whose sending was stopped, can be sent again.
  addEventListener('pageshow', release);
  window.navigation?.addEventListener('navigateerror', release);
  // What was typed since the form was last saved is only on the page: the browser asks before it is left or loaded again.
  addEventListener('beforeunload', (event) => {
    const isSafe = [...forms].some((form) => form.dataset.sent || form.dataset.saved);
    if (isUnsent && !isSafe && !isEmbedded) event.preventDefault();
  });
  document.getElementById('summary')?.focus();
  if (!isEmbedded) return;
  const formlogTitle = document.title;
  const tell = () =>
    window.parent.postMessage({ formlogHeight: document.body.scrollHeight, formlogTitle }, '*');
  new ResizeObserver(tell).observe(document.body);
})();
