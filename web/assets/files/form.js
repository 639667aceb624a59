// Sends a form once, shows the first problem, and tells an embedding page how tall the form is.
(() => {
  for (const form of document.querySelectorAll('form[data-form]'))
    form.addEventListener('submit', (event) => {
      if (form.dataset.sent) event.preventDefault();
      form.dataset.sent = 'yes';
      for (const button of form.querySelectorAll('button')) button.setAttribute('aria-busy', 'true');
    });
  // A page that the browser kept, as after "back", can be sent again.
  addEventListener('pageshow', () => {
    for (const form of document.querySelectorAll('form[data-form]')) {
      delete form.dataset.sent;
      for (const button of form.querySelectorAll('button')) button.removeAttribute('aria-busy');
    }
  });
  document.getElementById('summary')?.focus();
  if (window.parent === window) return;
  const tell = () => window.parent.postMessage({ formlogHeight: document.body.scrollHeight }, '*');
  new ResizeObserver(tell).observe(document.body);
})();
