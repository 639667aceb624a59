// Copy buttons, filters that apply as soon as they change, times of the reader, and updates that pause in the background.
(() => {
  const copied = (button) => {
    button.classList.add('copied');
    setTimeout(() => button.classList.remove('copied'), 1_200);
  };
  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-copy]');
    if (button) navigator.clipboard.writeText(button.dataset.copy).then(() => copied(button));
  });
  document.addEventListener('change', (event) => {
    const form = event.target.closest('form[data-submit-on-change]');
    if (form && event.target.matches('select, input[type=checkbox]')) form.requestSubmit();
    if (event.target.matches('[data-refresh]'))
      event.target.form.requestSubmit(event.target.form.querySelector('button[value=show]'));
  });
  // Moments that people gave, on the clocks of the reader.
  const showReadersTime = () => {
    const times = document.querySelectorAll('time[data-reader]:empty');
    // To find the time zone takes some milliseconds.
    const timeZone = times.length === 0 ? '' : Intl.DateTimeFormat().resolvedOptions().timeZone;
    for (const time of times) {
      const text = new Date(time.dateTime).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
      time.textContent = `${text} on your clock (${timeZone})`;
    }
  };
  showReadersTime();
  document.addEventListener('htmx:load', showReadersTime);
  document.addEventListener('htmx:beforeRequest', (event) => {
    const isPoll = event.target.getAttribute('hx-trigger')?.startsWith('every');
    if (isPoll && document.hidden) event.preventDefault();
  });
})();
