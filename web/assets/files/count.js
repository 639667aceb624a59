// Counts the characters of texts as the service does, shows them near the limit, and keeps a form back while a text is too long.
(() => {
  const numbers = new Intl.NumberFormat(document.documentElement.lang || 'en');
  const shown = new Map();
  // A character is a code point of the composed text, whatever it takes in UTF-16.
  const lengthOf = ({ value }) => [...value.normalize('NFC')].length;
  const limitOf = ({ dataset }) => Number(dataset.max);

  function count(control) {
    const limit = limitOf(control);
    const isNear = control.value.length > limit * 0.9;
    const length = isNear ? lengthOf(control) : 0;
    if (!isNear && !shown.has(control)) return length;
    const place = shown.get(control) ?? document.createElement('small');
    if (!shown.has(control)) control.after(place);
    shown.set(control, place);
    place.className = length > limit ? 'count fault' : 'count';
    place.textContent = isNear ? `${numbers.format(length)} / ${numbers.format(limit)}` : '';
    return length;
  }

  for (const form of document.querySelectorAll('form[data-form]')) {
    const controls = [...form.querySelectorAll('[data-max]')];
    for (const control of controls) {
      control.addEventListener('input', () => count(control));
      count(control);
    }
    form.addEventListener('submit', (event) => {
      const tooLong = controls.find((control) => count(control) > limitOf(control));
      if (!tooLong) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      tooLong.focus();
    });
  }
})();
